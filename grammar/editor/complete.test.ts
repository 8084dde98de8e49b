import { describe, expect, it } from 'vitest';
import type { Schema } from '../types.ts';
import { complete } from './complete.ts';
import { hover } from './hover.ts';

const schema: Schema = {
  lines: { list: { record: { quantity: 'number', price: 'number' } } },
  email: 'text',
  amount: 'number',
};

/** Returns the completions offered at the `|` of a source. */
function labelsAt(marked: string): string[] {
  const offset = marked.indexOf('|');
  return complete(marked.replace('|', ''), offset, { schema }).map(({ label }) => label);
}

describe('complete', () => {
  it.each([
    ['$|', ['$lines', '$email', '$amount']],
    ['$em|', ['$email']],
    ['let $elapsed = 1 $e|', ['$elapsed', '$email']],
    ['{ let $inner = 1 } $i|', []],
    ['each $line of $lines { $l| }', ['$line', '$lines']],
    ['each $line of $lines { $line.| }', ['quantity', 'price']],
    ['each $line of $lines { $line.q| }', ['quantity']],
    ['$lines:first.p|', ['price']],
    ['define :f { $| }', ['$input', '$lines', '$email', '$amount']],
    ['$email:val|', [':valid_url', ':valid_email']],
    ['$amount:mon|', [':money']],
    ['define :large { $input > 5 } $amount:l|', [':large']],
    ['rej|', ['reject']],
    ['"$em|"', []],
    ['// $em|', []],
  ])('offers the expected completions at the cursor of %s', (marked, expected) => {
    expect(labelsAt(marked)).toEqual(expected);
  });

  it.each([
    ['a word', 'not'.repeat(20_000)],
    ['slashes', '/'.repeat(60_000)],
  ])('takes linear time for %s of 60,000 characters, as does hover', (_what, source) => {
    const start = process.cpuUsage().user;
    complete(source, source.length, { schema });
    hover(source, source.length - 1, { schema });
    // CPU time in microseconds: linear work takes 60 ms, quadratic work 30 s.
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
  });

  it('replaces the word that is being typed', () => {
    const [first] = complete('print $ema + 1', 10, { schema });
    expect(first).toMatchObject({ label: '$email', kind: 'input', detail: 'text', from: 6, to: 10 });
  });
});
