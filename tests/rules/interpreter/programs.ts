import fc from 'fast-check';

/** The input of all random programs. */
export const INPUT = {
  n: 7,
  m: 0,
  numeric: '12',
  text: 'Some text',
  empty: '',
  flag: true,
  off: false,
  none: null,
  list: [3, 1, 2],
  mixed: [1, 'a', null, [2], { k: 1 }],
  words: ['b', 'a'],
  nothings: [null, null],
  rec: { a: 1, b: { c: 'deep', d: [1, 2] }, list: [{ a: 1 }, { a: 2 }], constructor: 'own' },
  rows: [
    {
      q: 1,
      p: 4.35,
      name: 'one',
      active: true,
      items: [
        { n: 1, w: 2 },
        { n: 5, w: 1 },
      ],
    },
    { q: 0, p: 0.1, name: 'two', active: false, items: [] },
    { q: 120, p: 1.5, name: null, active: true },
    { q: 33.333333333333336, p: 1000000.1, name: 'odd', active: true },
  ],
};

const names = [
  'n',
  'm',
  'numeric',
  'text',
  'empty',
  'flag',
  'off',
  'none',
  'list',
  'mixed',
  'words',
  'rec',
  'rows',
  'missing',
];
const locals = ['v', 'w', 'x', 'y'];
const keys = ['a', 'b', 'c', 'q', 'p', 'name', 'active', 'items', 'n', 'w', 'constructor', 'toString', 'length'];
const helpers = [
  'length',
  'min',
  'max',
  'sum',
  'average',
  'words',
  'unique',
  'trim',
  'upper',
  'reverse',
  'round',
  'floor',
  'cents',
  'abs',
  'sort',
  'first',
  'last',
  'text',
  'number',
  'is_empty',
  'keys',
  'money',
  'valid_email',
  'date',
  'day',
  'h',
  'g',
  'nope',
];
const binary = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'includes',
  'matches',
  'in',
  'not in',
  'not includes',
  'and',
  'or',
];

const pick = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

const { statement } = fc.letrec<{ expression: string; leaf: string; block: string; statement: string }>((tie) => ({
  leaf: fc.oneof(
    pick([
      '0',
      '1',
      '2.5',
      '0.05',
      '19.99',
      '(1 / 3)',
      '1000000.1',
      '100',
      '"a"',
      '"12"',
      '""',
      'true',
      'false',
      'nothing',
      'index',
      'it',
      'now',
      '3 days',
      '[]',
    ]),
    pick(names).map((name) => `$${name}`),
    pick(locals).map((name) => `$${name}`),
    fc.tuple(pick([...names, ...locals]), pick(keys)).map(([name, key]) => `$${name}.${key}`),
    fc.tuple(pick(['it', '$row', '$item']), pick(keys)).map(([name, key]) => `${name}.${key}`),
  ),
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    tie('leaf'),
    fc.tuple(tie('expression'), pick(binary), tie('expression')).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc.tuple(tie('leaf'), pick(binary), tie('leaf')).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc.tuple(tie('expression'), pick(helpers)).map(([value, name]) => `(${value}):${name}`),
    fc.tuple(pick(['!', '-', 'not ']), tie('expression')).map(([sign, value]) => `(${sign}(${value}))`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(tie('expression'), tie('block'), tie('block')).map(([test, a, b]) => `(if ${test} ${a} else ${b})`),
    fc.tuple(tie('expression'), tie('block')).map(([list, body]) => `(each ${list} ${body})`),
    tie('block'),
    tie('expression').map((value) => `((${value}) days)`),
  ),
  block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((statements) => `{ ${statements.join('; ')} }`),
  statement: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    tie('expression'),
    fc.tuple(pick(locals), tie('expression')).map(([name, value]) => `let $${name} = ${value}`),
    fc
      .tuple(pick(locals), pick(['=', '+=', '-=', '*=', '/=']), tie('expression'))
      .map(([name, operator, value]) => `$${name} ${operator} ${value}`),
    fc
      .tuple(pick(locals), pick(['$row.q', '$x', '0.05']), pick(['$row.p', '$y', '$row.q']))
      .map(([total, quantity, price]) => `$${total} += ${quantity} * ${price}`),
    fc.tuple(tie('expression'), tie('block')).map(([test, body]) => `if ${test} ${body}`),
    fc
      .tuple(pick(['$rows', '$list', '$mixed', '$rec.list', '$row.items', '$none', '$n']), tie('block'))
      .map(([list, body]) => `each $row of ${list} ${body}`),
    fc.tuple(tie('expression'), tie('block')).map(([list, body]) => `each ${list} as $item ${body}`),
    tie('block').map((body) => `validate "Label" ${body}`),
    fc.tuple(tie('expression'), tie('expression')).map(([subject, because]) => `reject ${subject} because ${because}`),
    tie('expression').map((subject) => `reject ${subject}`),
    tie('expression').map((value) => `print ${value}`),
    fc.tuple(pick([...names, 'q', 'p']), pick(locals)).map(([key, name]) => `take $${key} as $${name}`),
    fc
      .tuple(pick(['a', 'b', 'q']), pick(['$rec', '$row', '$n', '$v']))
      .map(([key, from]) => `take $${key} from ${from}`),
    fc.tuple(pick(['h', 'g']), tie('block')).map(([name, body]) => `define :${name} ${body}`),
    fc.constant('skip'),
  ),
}));

/** Random programs for differential testing: the compiler and the reference interpreter must agree on each. */
export const randomPrograms = fc
  .array(statement, { minLength: 1, maxLength: 6 })
  .map((statements) => statements.join('\n'));
