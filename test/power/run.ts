// `npm run test:power`: records the commands' writes, and opens images of what a power loss could leave.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from '../support/random.ts';
import { tryImages, type FailedImage } from './images.ts';
import { CANNOT_RECORD } from './trace.ts';
import { recordWorkload } from './workload.ts';

const HELP = `npm run test:power -- [--seed N] [--images N] [--image N]

Records every write, rename and sync of imports, a server's index, backups, token changes, postcode imports and
feed runs. Then makes images of what could be on the disk if the power failed at random moments, and opens each:
it must hold the state before or after the command that was running.

  --seed N     what chance does; the same for the same number (default: another one each time)
  --images N   how many (default: 1000)
  --image N    only this one, of the seed

Images that fail are kept, and can be repeated by their seed and number. Needs Linux and a C compiler (cc).
`;

/** Every tenth image is of a first import that is large enough to write an index. */
const LARGE_SHARE = 10;
/** Syncs cost nothing there. */
const MEMORY = '/dev/shm';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    images: { type: 'string', default: '1000' },
    image: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (CANNOT_RECORD !== '') {
  process.stderr.write(`test:power${CANNOT_RECORD}\n`);
  if (process.env['CI'] === 'true') process.exitCode = 1;
} else await run(numberOf(values.seed ?? `${Date.now() % 1_000_000}`), numberOf(values.images));

async function run(seed: number, images: number): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'forecourt-power-'));
  const imagePlace = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : place, 'forecourt-images-'));
  const kept = join(place, 'failed');
  const numbers =
    values.image === undefined ? Array.from({ length: images }, (_, n) => n) : [numberOf(values.image)];
  const failed: FailedImage[] = [];
  say(`Seed ${seed}: ${numbers.length} images.`);
  try {
    for (const isLarge of [false, true]) {
      const chosen = numbers.filter((number) => (number % LARGE_SHARE === 0) === isLarge);
      if (chosen.length === 0) continue;
      const recorded = join(place, isLarge ? 'large' : 'small');
      mkdirSync(recorded);
      const workload = await recordWorkload(recorded, randomOf(seed), isLarge, (step) =>
        say(`Recording: ${step}`),
      );
      say(`Recorded ${workload.records.length} calls.`);
      const onImage = (done: number): void => {
        if (done % 50 === 0 || done === chosen.length) say(`${done} of ${chosen.length} images opened.`);
      };
      failed.push(
        ...(await tryImages(workload, { seed, numbers: chosen, place: imagePlace, kept, onImage })),
      );
    }
  } finally {
    rmSync(imagePlace, { recursive: true, force: true });
  }
  for (const { number, step, model, record, finding, folder } of failed) {
    say(`\nImage ${number}, ${step}, call ${record}, ${model} names: ${finding}`);
    say(`  kept in ${folder}; again: npm run test:power -- --seed ${seed} --image ${number}`);
  }
  say(`\n${numbers.length - failed.length} images old or new, ${failed.length} neither. Seed ${seed}.`);
  if (failed.length > 0) process.exitCode = 1;
  else rmSync(place, { recursive: true, force: true });
}

function numberOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`A whole number is needed, not '${text}'.\n\n${HELP}`);
  process.exit(2);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
