import { describe, expect, it } from 'vitest';
import { compile, type Program, run } from '#grammar/index.ts';
import { truncate } from '#schemas/forms/kinds/number.ts';

const program = (source: string): Program | null => compile(source, { mode: 'value' }).program;
const evaluate = (script: Program | null, input: Record<string, unknown>): unknown => run(script, input).value;

/** An amount in whole cents as a number. */
const money = (cents: bigint): number => Number(`${cents}e-2`);

const prices = Array.from({ length: 2_000 }, (_, index) => BigInt(index + 1));
const quantities = Array.from({ length: 100 }, (_, index) => BigInt(index + 1));

describe('money in scripts', () => {
  it.each([
    ['quantity times price', '$quantity * $price'],
    ['price times quantity', '$price * $quantity'],
    ['a total of products', 'let $total = 0\neach [1] { $total += $quantity * $price }\n$total'],
  ])('is exact for quantities 1 to 100 and prices $0.01 to $20.00: %s', (_, source) => {
    const script = program(source);
    const wrong = prices.flatMap((cents) =>
      quantities.filter(
        (quantity) => evaluate(script, { quantity: Number(quantity), price: money(cents) }) !== money(cents * quantity),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['of products of keys', 'each $row of $rows { $total += $row.quantity * $row.price }'],
    ['of products of variables', 'each $rows { take { $quantity, $price } $total += $quantity * $price }'],
    ['of products in a variable', 'each $row of $rows { let $amount = $row.price * $row.quantity $total += $amount }'],
    ['of a list', '$total = (each $row of $rows { $row.quantity * $row.price }):sum'],
  ])('adds up 500 rows exactly to the cent, as a total %s', (_, source) => {
    const rows = prices.slice(0, 500).map((cents, index) => ({ cents, quantity: BigInt(1 + (index % 100)) }));
    const expected = rows.reduce((total, { cents, quantity }) => total + cents * quantity, 0n);
    const input = { rows: rows.map(({ cents, quantity }) => ({ quantity: Number(quantity), price: money(cents) })) };
    expect(evaluate(program(`let $total = 0\n${source}\n$total`), input)).toBe(money(expected));
  });

  it('equals and truncates to the price after dividing and multiplying by 2 to 52', () => {
    const back = program('$price / $divisor * $divisor');
    const isSame = program('$price / $divisor * $divisor == $price and !($price / $divisor * $divisor != $price)');
    const wrong = Array.from({ length: 201 }, (_, step) => 101n + BigInt(step) * 997n)
      .filter((cents) => cents <= 200_000n)
      .flatMap((cents) =>
        Array.from({ length: 51 }, (_, index) => ({ price: money(cents), divisor: index + 2 })).filter((input) => {
          const value = evaluate(back, input);
          return evaluate(isSame, input) !== true || truncate(Number(value), 2) !== input.price;
        }),
      );
    expect(wrong).toEqual([]);
  });

  it('accepts rows of 0.10 and 0.20 for a budget of 0.30', () => {
    const script = compile(`
      let $total = 0
      each $row of $rows { $total += $row.amount }
      if $total > $budget { reject $budget because $total:money + ", not " + $budget:money }
    `).program;
    const rows = [{ amount: 0.1 }, { amount: 0.2 }];
    expect(run(script, { rows, budget: 0.3 })).toMatchObject({ status: 'passed', errors: [] });
    expect(run(script, { rows, budget: 0.29 }).errors).toMatchObject([{ message: '$0.30, not $0.29' }]);
  });
});
