import { execFileSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { newDataDir, removeDataDir } from '../../product/product.ts';
import { machine } from '../machine.ts';
import { ratesOf } from './bench.ts';

const history = 'tests/bench/results/history.jsonl';

/** Few orders and short rounds: rough ratios in three minutes. */
const effort = { orders: 2_000, rounds: 3, seconds: 1, only: '' };

/**
 * `npm run bench -- quick [--print]`: measures the ratios of performance.md part 1 and of 20 writers, and appends them
 * with the commit as one line of JSON to results/history.jsonl, to find the commit that causes a regression.
 */
export async function benchQuick(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { print: { type: 'boolean', default: false } } });
  const dataDir = await newDataDir();
  try {
    const { rates, writers } = await ratesOf({ dataDir, ...effort });
    const ratios = {
      ...Object.fromEntries(rates.map(({ name, ratio }) => [name, rounded(ratio)])),
      ...(writers
        ? {
            '20 writers: times the single one': rounded(writers.times),
            '20 writers: of native ones': rounded(writers.ofNative),
          }
        : {}),
    };
    const line = JSON.stringify({ commit: commit(), machine: machine(), ratios });
    process.stdout.write(`${line}\n`);
    if (!values.print) await appendFile(history, `${line}\n`);
  } finally {
    await removeDataDir(dataDir);
  }
}

const rounded = (ratio: number): number => Math.round(ratio * 100) / 100;

/** The measured commit, with a plus for uncommitted changes. */
function commit(): string {
  const git = (...command: string[]) => execFileSync('git', command, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') ? '+' : ''}`;
}
