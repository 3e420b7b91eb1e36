// `npm run build:page`: bundles the scripts of the pages and the cards for browsers into dist/page, or the folder given. A module of plain
// data that is read from tables is evaluated here, and its values are bundled in its place.
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

await build({
  entryPoints: [
    'search/page/page',
    'search/page/map',
    'search/page/web-mcp',
    'search/page/car',
    'cards/page/cards',
  ].map((name) => `src/pages/${name}.ts`),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  outdir: process.argv.at(2) ?? 'dist/page',
  entryNames: '[name]',
  logLevel: 'warning',
  plugins: [
    {
      name: 'evaluated',
      setup(bundle) {
        bundle.onLoad({ filter: /\/search-fields\.ts$/ }, async ({ path }) => {
          const values = (await import(pathToFileURL(path).href)) as object;
          const declarations = Object.entries(values).map(
            ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
          );
          return { contents: declarations.join('\n') };
        });
      },
    },
  ],
});
