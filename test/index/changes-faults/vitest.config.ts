// Runs the property test of changes with the planted fault of the environment variable FAULT, the number of a row of faults.ts.
import { defineConfig } from 'vitest/config';
import { PLANTED_FAULTS } from './faults.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const { file, from, to } = PLANTED_FAULTS[Number(process.env['FAULT'])];

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform(code, id) {
        if (id.split('?')[0] !== `${ROOT}${file}`) return undefined;
        if (code.split(from).length !== 2) throw new Error(`${file} has not '${from}' once`);
        return code.replace(from, () => to);
      },
    },
  ],
  test: { include: ['test/index/changes.properties.test.ts'], setupFiles: ['test/support/clean-up.ts'] },
});
