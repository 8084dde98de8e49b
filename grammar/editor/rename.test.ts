import { describe, expect, it } from 'vitest';
import { rename } from './rename.ts';

describe('rename', () => {
  it.each([
    ['let $a = 1 $a + $a.b', 'a', 'z', 'let $z = 1 $z + $z.b'],
    ['let $a = 1 print "$a" // $a', '$a', '$z', 'let $z = 1 print "$a" // $a'],
    ['take { $a } from $r $a', 'a', 'z', 'take { $a as $z } from $r $z'],
    ['take { $b as $a } from $r $a', 'a', 'z', 'take { $b as $z } from $r $z'],
    ['each $a of $l { $a }', 'a', 'z', 'each $z of $l { $z }'],
    ['define :f { $input } 1:f 2:f:length', ':f', ':g', 'define :g { $input } 1:g 2:g:length'],
  ])('renames a variable or helper in: %s', (source, from, to, expected) => {
    expect(rename(source, from, to)).toBe(expected);
  });

  it.each([
    ['if $a > 1 { reject $a.b }', 'a', 'z', 'if $z > 1 { reject $z.b }'],
    ['take $a $a', 'a', 'z', 'take $z as $a $a'],
    ['let $z = 1 $a + $z', 'a', 'z', 'let $z_2 = 1 $z + $z_2'],
    ['let = $a', 'a', 'z', 'let = $z'],
    ['$a + $ab', 'a', 'z', '$z + $ab'],
  ])('renames a form field in: %s', (source, from, to, expected) => {
    expect(rename(source, from, to)).toBe(expected);
  });

  it.each([
    ['each $l of $lines { $l.q + it.q }', 'each $l of $lines { $l.n + it.n }'],
    ['each $lines { take { $q, $p } $q }', 'each $lines { take { $n as $q, $p } $q }'],
    ['each $l of $lines { take $q as $x from $l }', 'each $l of $lines { take $n as $x from $l }'],
    ['each $l of $lines { let $m = $l $m.q.x }', 'each $l of $lines { let $m = $l $m.n.x }'],
    ['$lines:first.q + ($lines:sort:last).q', '$lines:first.n + ($lines:sort:last).n'],
    ['each $l of $lines:unique { $l.q }', 'each $l of $lines:unique { $l.n }'],
    ['let $f = $lines:first take $q from $f $f.q', 'let $f = $lines:first take $n as $q from $f $f.n'],
    ['$lines:first:keys.q + $lines:length', '$lines:first:keys.q + $lines:length'],
    ['let $f = $lines:first $f = $other $f.q', 'let $f = $lines:first $f = $other $f.q'],
    ['each $l of $lines { each $l.parts { it.q } }', 'each $l of $lines { each $l.parts { it.q } }'],
    ['$lines.q + $q + $other.q', '$lines.q + $q + $other.q'],
  ])('renames a key of rows in: %s', (source, expected) => {
    expect(rename(source, 'lines.*.q', 'n')).toBe(expected);
    expect(rename(source, ['lines', '*', 'q'], '$n')).toBe(expected);
  });

  it.each([
    ['let $a = 1 let $b = 2', 'a', 'b'],
    ['let $a = $b', 'a', 'b'],
    ['$a', 'a', '1x'],
    ['define :f { 1 }', ':f', ':length'],
    ['define :f { 1 }', ':f', ':F'],
  ])('throws a RangeError for an invalid or used name in: %s', (source, from, to) => {
    expect(() => rename(source, from, to)).toThrow(RangeError);
  });
});
