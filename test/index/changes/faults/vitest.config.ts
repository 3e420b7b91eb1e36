// Runs the property test that should notice a planted fault, with the fault: FAULT is the number of its row in faults.ts.
import { defineConfig } from 'vitest/config';
import { PLANTED_FAULTS } from './faults.ts';

const ROOT = new URL('../../../../', import.meta.url).pathname;
const {
  file,
  from,
  to,
  test = 'test/index/changes/changes.properties.test.ts',
} = PLANTED_FAULTS[Number(process.env['FAULT'])];

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
  test: { include: [test], setupFiles: ['test/support/clean-up.ts'] },
});
