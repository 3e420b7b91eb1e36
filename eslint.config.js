// The lint rules: what types cannot say. Layout is prettier's, cycles of imports are dependency-cruiser's.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'data', 'coverage', 'node_modules'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  {
    // Benchmarks speak to people through the console's streams.
    files: ['bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Playwright compiles a string anew at each poll, which the pages' content security policy blocks after the first one.
    files: ['bench/**/*.ts', 'test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name='waitForFunction'] > :not(ArrowFunctionExpression).arguments:first-child",
          message: 'Wait for a function: a string is compiled again at each poll.',
        },
      ],
    },
  },
  {
    // Browsers run these files, which are checked with the types of Node because of the tables that they import.
    files: ['src/pages/element.ts', 'src/pages/**/{browser,view}/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'global', 'process', 'require', 'setImmediate'] },
  },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
