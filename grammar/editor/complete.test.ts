import { describe, expect, it } from 'vitest';
import type { Schema } from '../types.ts';
import { complete } from './complete.ts';
import { hover } from './hover.ts';

const schema: Schema = {
  lines: { list: { record: { quantity: 'number', price: 'number' } } },
  email: 'text',
  amount: 'number',
};

/** What is offered at the `|` of a source. */
function offered(marked: string): string[] {
  const offset = marked.indexOf('|');
  return complete(marked.replace('|', ''), offset, { schema }).map(({ label }) => label);
}

describe('completion', () => {
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
  ])('at %s', (marked, expected) => {
    expect(offered(marked)).toEqual(expected);
  });

  it.each([
    ['a word', 'not'.repeat(20_000)],
    ['slashes', '/'.repeat(60_000)],
  ])('and explanation in %s of 60,000 characters come at once', (_what, source) => {
    const began = process.cpuUsage().user;
    complete(source, source.length, { schema });
    hover(source, source.length - 1, { schema });
    // Microseconds of work: 60 ms, and 30 s where each place of the word was looked at from each.
    expect(process.cpuUsage().user - began).toBeLessThan(5_000_000);
  });

  it('takes the place of the word that is begun', () => {
    const [first] = complete('print $ema + 1', 10, { schema });
    expect(first).toMatchObject({ label: '$email', kind: 'input', detail: 'text', from: 6, to: 10 });
  });
});
