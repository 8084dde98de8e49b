import { describe, expect, it } from 'vitest';
import { format } from './format.ts';

describe('format', () => {
  it.each([
    ['let   $a=1', 'let $a = 1\n'],
    ['take {$a,$b as $c}from $x', 'take { $a, $b as $c } from $x\n'],
    ['if $a{1}else if $b{2}else{3}', 'if $a { 1 } else if $b { 2 } else { 3 }\n'],
    ['if $a{\n1}', 'if $a {\n  1\n}\n'],
    ['if $a{1 2}', 'if $a {\n  1\n  2\n}\n'],
    ['$a;-5', '$a;\n-5\n'],
    ['$a\n\n\n\n$b', '$a\n\n$b\n'],
    ['$a // x\n// y\n$b', '$a // x\n// y\n$b\n'],
    ['if $a { // why\n1 }', 'if $a {\n  // why\n  1\n}\n'],
    ['if $a { 1 } // no\nelse { 2 }', '// no\nif $a { 1 } else { 2 }\n'],
    ['[1,// one\n2]', '// one\n[1, 2]\n'],
    ['5days ago', '5 days ago\n'],
    ['!$a and not $b', '!$a and not $b\n'],
    ['$a :trim .b', '$a:trim.b\n'],
    ['for each $x of[1]{continue}', 'for each $x of [1] { continue }\n'],
    ['"a\n  b"', '"a\n  b"\n'],
    ['', ''],
    ['// only', '// only\n'],
    ['let = 5   ', 'let = 5   '],
  ])('formats %j, and a second time gives the same', (source, expected) => {
    expect(format(source)).toBe(expected);
    expect(format(expected)).toBe(expected);
  });

  it('breaks long lines, and never before a minus', () => {
    const long = format(`$a${' + $bbbbbbbbbbbbbbb - $cccccccccccccccc'.repeat(4)}`);
    expect(long.split('\n').every((line) => line.length <= 100 && !line.trim().startsWith('-'))).toBe(true);
    expect(format(long)).toBe(long);
  });
});
