import { describe, expect, it } from 'vitest';
import { violations } from './rule.ts';
import { parse, product } from './sources.ts';
import { isParser, type ParserRule, parserRules } from './typed-values.ts';

const rules = Object.entries<ParserRule>(parserRules);
/** A released migration never changes. */
const all = product.filter(({ path }) => !isParser(path) && !/^api\/engine\/migrations\/\d/.test(path));
const exceptedBy = ({ exceptions }: ParserRule) => Object.values(exceptions).flat();

describe('typed, pasted and imported texts are parsed in schemas/typed-values only (design 7)', () => {
  it.each(rules)('code elsewhere does not use %s', (_, rule) => {
    const others = all.filter(
      ({ path }) => !exceptedBy(rule).includes(path) && (rule.about === undefined || rule.about.test(path)),
    );
    expect(violations(rule.look, others)).toEqual([]);
  });

  it.each(rules)('%s contains what its exception is for', (_, rule) => {
    const needless = exceptedBy(rule).filter((path) => {
      const source = all.find((each) => each.path === path);
      return !source || rule.look(source).length === 0;
    });
    expect(needless).toEqual([]);
  });

  it.each<[keyof typeof parserRules, string]>([
    ['a float of a text', 'parseFloat(text)'],
    ['a float of a text', 'Number.parseFloat(text)'],
    ['a number of what a control holds', 'Number(event.target.value)'],
    ['a number of what a control holds', 'parseInt(currentTarget.value, 10)'],
    ['a number of what a control holds', 'event.target.valueAsNumber'],
    ['a control that parses by itself', '<input type="number" />'],
    ['a control that parses by itself', '<TextField type="datetime-local" />'],
    ['a control that parses by itself', "import { DateInput } from 'react-admin'"],
    ['Date.parse, or a format of luxon', 'Date.parse(text)'],
    ['Date.parse, or a format of luxon', "DateTime.fromFormat(text, 'M/d/yy')"],
    ['a Date of a text', 'new Date(text)'],
    ['a Date of a text', "new Date(day + 'T00:00:00Z')"],
    ['an expression that dates fit', '/^\\d{4}-\\d{2}-\\d{2}$/.test(text)'],
    ['an expression that dates fit', '/^(\\d{1,2})\\/(\\d{1,2})\\/(\\d{4})$/.exec(text)'],
  ])('%s is seen in %s', (name, text) => {
    expect(parserRules[name].look(parse('portal/a.tsx', text))).toHaveLength(1);
  });

  it.each<[keyof typeof parserRules, string]>([
    ['a number of what a control holds', 'Number(key)'],
    ['a control that parses by itself', '<input type="range" />'],
    ['a control that parses by itself', "import { DateInput } from '../forms/dates/DateInput.tsx'"],
    ['a Date of a text', 'new Date(); new Date(0); new Date(start.getTime()); new Date(start.getTime() - 5)'],
    ['an expression that dates fit', '/^\\d+$/.test(text)'],
  ])('%s is not seen in %s', (name, text) => {
    expect(parserRules[name].look(parse('portal/a.tsx', text))).toEqual([]);
  });
});
