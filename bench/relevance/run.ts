// `npm run bench:relevance`: asks Forecourt and other engines questions whose right answers are known.
import { fileURLToPath } from 'node:url';
import { anyText, commandLine, option, optional, runCommand } from '../harness/command.ts';
import { markdownTable } from '../harness/format.ts';
import { feedSource } from '../corpus/stock-source.ts';
import { openEngines, type JudgedEngine } from './engines.ts';
import { mistakesOf, readQuestions, type Question } from './questions.ts';

const DEALER_STOCK = fileURLToPath(
  new URL('../../../shared/data/feeds/dealer-stock.ndjson.gz', import.meta.url),
);

const RELEVANCE = commandLine(
  'bench:relevance',
  {
    questions: optional('FILE', anyText, 'questions in JSON lines; further files may follow'),
    feed: option('FILE', anyText, DEALER_STOCK, 'the stock', 'the dealer stock beside the project'),
  },
  {
    summary:
      'Asks Forecourt, MiniSearch and SQLite FTS5 each question, and prints how many answers are right, and why the others are wrong.',
    positional: '[file...]',
    examples: ['--questions questions.jsonl', '--questions first.jsonl second.jsonl --feed stock.ndjson.gz'],
    notes:
      'A question: {"q": "golf r", "first": {"model": "^Golf$"}, "top": 10, "never": {"all": "polo"}, "min": 1, "max": 500}; also "total" ' +
      'and "sameTotalAs". Patterns are JavaScript\'s, by field, or `all`.',
  },
);

await runCommand(RELEVANCE, async ({ questions: file, args, feed }) => {
  const files = [...(file === undefined ? [] : [file]), ...args];
  if (files.length === 0) throw new Error('--questions FILE is missing');
  const questions = files.flatMap(readQuestions);
  const listings = await feedSource(feed, 1).first(Infinity);
  const { engines, missing } = await openEngines(listings);
  const judged = engines.map((engine) => ({ engine, answers: questions.map((one) => judge(engine, one)) }));
  const rows = questions.map(({ q }, i) => [
    `\`${q}\``,
    ...judged.map(
      ({ answers }) => `${answers[i].mistakes.length === 0 ? 'right' : 'WRONG'} ${answers[i].total}`,
    ),
  ]);
  const misses = judged.flatMap(({ engine, answers }) => [
    '',
    `## ${engine.name}: ${answers.filter(({ mistakes }) => mistakes.length === 0).length} right, ` +
      `${answers.filter(({ mistakes }) => mistakes.length > 0).length} wrong of ${questions.length}`,
    '',
    ...answers.flatMap(({ mistakes }, i) =>
      mistakes.length === 0 ? [] : [`- \`${questions[i].q}\`: ${mistakes.join('; ')}`],
    ),
  ]);
  return {
    lines: [
      `${questions.length} questions to ${listings.length} listings; answer and total by engine`,
      '',
      markdownTable(['question', ...engines.map(({ name }) => name)], rows),
      ...misses,
      ...missing.map((reason) => `\nNot asked: ${reason}`),
    ],
  };
});

function judge(engine: JudgedEngine, question: Question) {
  const { q, top, sameTotalAs } = question;
  const found = engine.search(q, top);
  const sameTotal = sameTotalAs === undefined ? undefined : engine.search(sameTotalAs, 1).total;
  return { total: found.total, mistakes: mistakesOf(question, found, sameTotal) };
}
