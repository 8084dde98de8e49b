import { describe, expect, it } from 'vitest';
import { analyze, compile } from '../index.ts';

const schema = { age: 'number', country: 'text', flag: 'boolean', email: 'text', rows: { list: 'any' } } as const;

const unused = (source: string) =>
  analyze(source, { schema }).diagnostics.filter(({ code }) => code === 'unused-value');

/** Applies the first fix of the first unused value to the script. */
function applyFirstFix(source: string): string {
  const [fix] = unused(source)[0]?.fixes ?? [];
  return fix === undefined ? source : source.slice(0, fix.from) + fix.text + source.slice(fix.to);
}

describe('findUnusedValues', () => {
  it.each([
    ['a condition before another one', '$age >= 18\n$country == "NL"', '$age >= 18\nand $country == "NL"'],
    ['a name before a condition', '$flag\n$age > 1', '$flag\nand $age > 1'],
    ['or before a condition', '$flag or $age > 1\n$country == "NL"', '($flag or $age > 1)\nand $country == "NL"'],
    ['a condition before or', '$age > 1\n$flag or $age > 2', '$age > 1\nand ($flag or $age > 2)'],
    ['a comparison of a variable', 'let $t = 1\n$t == 5\nprint $t', 'let $t = 1\n$t = 5\nprint $t'],
    [
      'a comparison of a variable at the end of a loop',
      'let $t = 1\neach $rows { $t == $t + 1 }\nprint $t',
      'let $t = 1\neach $rows { $t = $t + 1 }\nprint $t',
    ],
    [
      'a comparison of a variable in a branch',
      'let $t = 1\nif $flag { $t == 5 }\nprint $t',
      'let $t = 1\nif $flag { $t = 5 }\nprint $t',
    ],
    ['a name after a message', 'reject $email because "Not " $email', 'reject $email because "Not " + $email'],
    [
      'a text after a message in a block',
      'if $flag { reject $email because "Not" "possible" }',
      'if $flag { reject $email because "Not" + "possible" }',
    ],
    ['a message without because', 'reject $email "Not possible"', 'reject $email because "Not possible"'],
    ['a number in the middle', 'let $a = 1\n$a + 1\nprint $a', 'let $a = 1\n\nprint $a'],
    ['a condition before a statement', '$age > 1; $flag', '; $flag'],
    ['a value in a validate block', 'validate { $age > 1 }', 'validate {  }'],
  ])('reports %s and offers a fix that resolves it', (_, source, expected) => {
    expect(unused(source)).toMatchObject([{ severity: 'hint' }]);
    expect(applyFirstFix(source)).toBe(expected);
    expect(unused(expected)).toEqual([]);
    expect(compile(expected, { schema }).program?.hasErrors).toBe(false);
  });

  it.each([
    ['the last line of a script', 'let $a = $age\n$a > 1'],
    ['the last line of a block that is used as a value', 'print (each $rows { let $a = it; $a })'],
    ['the last line of a branch at the end', 'if $flag { $age > 1 } else { $age > 2 }'],
    ['the last line of a helper', 'define :adult { let $a = $input; $a >= 18 }\n$age:adult'],
    ['a block that prints', '{ print 1 }\n$age'],
    ['an expression with an assignment', 'let $a = 1\n(if $flag { $a = 2 })\n$a'],
    ['a helper that rejects', 'define :check { if !$input { reject "No" } }\n$flag:check\n$age'],
    ['a validate block', 'validate { reject "No" }\n$age'],
    ['an unknown name', '$agee\n$age'],
    ['an unknown helper', '$age:nope\n$age'],
    ['a value before a statement that does not parse', '$age\n$country == )\n$flag'],
    ['a message that starts a line', 'reject $email\nbecause "Not possible"'],
  ])('does not report %s', (_, source) => {
    expect(unused(source)).toEqual([]);
  });

  it('reports each extra text after a message once', () => {
    expect(unused('reject $email because "a" "b" "c"').map(({ message }) => message)).toEqual([
      "Unused value: it is no part of the message; '+' joins texts",
      "Unused value: it is no part of the message; '+' joins texts",
    ]);
  });
});
