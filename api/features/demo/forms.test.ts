import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { calculate, check, initialValues } from '#schemas/forms/fill.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { visibleWidgets } from '#schemas/forms/format-errors.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { configSchemas } from '#schemas/generated/widgets.ts';
import { demoForms, type FormName, formId } from './agency/channels.ts';
import { rowId, seededFaker } from './agency/seeded.ts';
import { answerGenerators, dayAfter } from './orders/answers.ts';

const now = new Date('2026-03-10T12:00:00Z');
const day = (days: number) => dayAfter(now, days);
const forms = new Map(demoForms().map((form) => [form.id, { ...form, read: readForm(form.formSchema) }]));

function formOf(name: FormName) {
  const form = forms.get(formId(name));
  if (!form) throw new Error(`No demo form ${name}`);
  return form;
}

const random = seededFaker(0);
const context: FormContext = {
  now,
  zone: 'utc',
  client: null,
  user: null,
  channel: null,
  order: { status: 'DRAFT', submissionDate: null },
  idOf: () => rowId(random),
};

const flight = {
  station: 'WHBL',
  daypart: 'am_drive',
  spots_per_week: 10,
  weeks_on_air: 4,
  rate: 100,
};

const validOrders: Record<FormName, JsonMap> = {
  radio: {
    campaign_name: 'Spring tire sale',
    market: 'boston',
    goal: 'sale',
    website: 'https://tires.example.com',
    flight_start: day(7),
    flight_end: day(34),
    spot_length: '30',
    weekly_budget: 1_000,
    flights: [flight],
    script_source: 'agency',
    voice: 'any',
    contact: { name: 'Ann Tilton', email: 'ann@tires.example.com' },
    terms: true,
  },
  website: {
    site_name: 'Tilton Tires',
    package: 'business',
    kind: 'new',
    domain: 'tilton-tires.example',
    pages: [
      { title: 'Welcome', template: 'home', copy_by: 'client' },
      { title: 'Gallery', template: 'gallery', copy_by: 'agency', copy_notes: 'Show the workshop.' },
    ],
    launch_date: day(30),
    hosting: 'plus',
    has_care: true,
    contact: { email: 'ann@tires.example.com' },
  },
};

function filled(name: FormName, changes: JsonMap = {}) {
  const { read } = formOf(name);
  const start = initialValues(read, context);
  const { data } = normalise(read, { ...start, ...validOrders[name], ...changes }, context);
  return calculate(read, data, context);
}

const problems = (name: FormName, changes: JsonMap = {}) =>
  check(formOf(name).read, filled(name, changes), context).map(({ path, message }) => `${path}: ${message}`);

const keysInSight = (name: FormName, changes: JsonMap) =>
  visibleWidgets(formOf(name).read, filled(name, changes), context).map(({ path }) => path);

describe.each(['radio', 'website'] as const)('the demo form %s', (name) => {
  it('has valid widgets and scripts', () => {
    expect(checkFormSchema(formOf(name).formSchema)).toEqual([]);
  });

  it('has a unique id for every widget', () => {
    const ids = formOf(name).read.widgets.map(({ id }) => id);
    expect(ids.every((id) => /^[a-z0-9]{16}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('accepts a completed order', () => {
    expect(problems(name)).toEqual([]);
  });

  it('reports each required field of an empty order by its label', () => {
    const { read } = formOf(name);
    const messages = check(read, initialValues(read, context), context).map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.every((message) => message.startsWith('Missing required field: '))).toBe(true);
  });

  it('lists in tableColumns only paths that a completed order has', () => {
    const data = filled(name);
    const missing = formOf(name).tableColumns.filter(
      ({ path }) => path.split('.').reduce<unknown>((value, key) => Object(value)[key], data) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('rejects every flaw used in demo drafts', () => {
    const input = { random: seededFaker(3), client: null, at: now };
    for (const flaw of answerGenerators[name].flaws) expect(problems(name, flaw(input))).not.toEqual([]);
  });

  it('accepts all generated answers', () => {
    for (let number = 0; number < 60; number += 1) {
      const [first, second] = answerGenerators[name].fill({ random: seededFaker(number), client: null, at: now });
      expect(problems(name, { ...first, ...second })).toEqual([]);
    }
  });
});

describe('the radio campaign', () => {
  it.each([
    ['a first day long past', { flight_start: day(-40) }, '/flight_start', 'is more than 30 days ago'],
    ['a last day before the first', { flight_end: day(3) }, '/flight_end', 'must be after the first day on air'],
    ['a duration of more than a year', { flight_end: day(400) }, '/flight_end', 'a year at most'],
    ['a name that is too long', { campaign_name: 'x'.repeat(61) }, '/campaign_name', 'it has 61'],
    ['a website that is not a URL', { website: 'tires' }, '/website', 'the whole address'],
    ['a budget below the minimum', { weekly_budget: 100 }, '/weekly_budget', 'from $250.00 a week'],
    ['flights far above the budget', { weekly_budget: 800 }, '/weekly_budget', 'The flights cost $4,000.00'],
    ['too few spots', { flights: [{ ...flight, spots_per_week: 2 }] }, '/flights', 'at least 10 spots; this one has 8'],
    [
      'a flight without spots',
      { flights: [{ ...flight, spots_per_week: 0 }] },
      '/flights/0/spots_per_week',
      'Flight 1: ',
    ],
    [
      'a fully booked morning',
      { flights: [{ ...flight, spots_per_week: 61, rate: 10 }] },
      '/flights/0/spots_per_week',
      '60',
    ],
    [
      'a flight longer than the campaign',
      { flights: [{ ...flight, weeks_on_air: 5, rate: 50 }] },
      '/flights/0/weeks_on_air',
      'only 4 weeks long',
    ],
    ['two flights in the same slot', { flights: [flight, { ...flight, rate: 1 }] }, '/flights', 'the same station'],
    ['an invalid e-mail address', { contact: { name: 'Ann', email: 'ann' } }, '/contact/email', 'valid e-mail address'],
    ['a sale without accepted terms', { terms: false }, '/terms', 'Missing required field: The client has agreed'],
    [
      'a script too long for its spot',
      { script_source: 'client', script_text: 'so '.repeat(80) },
      '/script_text',
      '80 words',
    ],
    [
      'a cart number that is too short',
      { script_source: 'existing', cart_number: 'A1' },
      '/cart_number',
      'four to eight',
    ],
    [
      'a cart number with special characters',
      { script_source: 'existing', cart_number: 'A1-2/-' },
      '/cart_number',
      'not -, /',
    ],
    ['a first day too far in the future', { flight_start: day(400) }, '/flight_start', 'days away'],
    [
      'an event weeks after its spots',
      { goal: 'event', event_name: 'Run', event_date: day(34 + 21) },
      '/event_date',
      '3 week(s) after the last spot',
    ],
    ['a quarter discount on a small campaign', { discount: 25 }, '/discount', 'campaigns from $10,000.00'],
    [
      'a large campaign without a phone number',
      { flights: [{ ...flight, rate: 2_000 }] },
      '/contact/phone',
      '$50,000.00',
    ],
    [
      'an event before its spots',
      { goal: 'event', event_name: 'Run', event_date: day(2) },
      '/event_date',
      'over before',
    ],
    ['a large discount without a reason', { discount: 15 }, '/discount_reason', 'Missing required field'],
    [
      'a political campaign without a sponsor',
      { is_political: true },
      '/sponsor_line',
      'Missing required field: Paid for by',
    ],
  ])('rejects %s', (_, changes, path, words) => {
    const found = problems('radio', changes).filter((problem) => problem.startsWith(`${path}: `));
    expect(found.join('\n')).toContain(words);
  });

  it('calculates weeks, spots and totals', () => {
    const data = filled('radio', { flights: [flight, { ...flight, daypart: 'evening', rate: 12.5 }], discount: 10 });
    expect(data).toMatchObject({ flight_weeks: 4, total_spots: 80, total_cost: 4_500, net_total: 4_050 });
    expect(data.flights).toMatchObject([
      { spots: 40, line_total: 4_000 },
      { spots: 40, line_total: 500 },
    ]);
  });

  it('calculates zeros while dates and rates are missing', () => {
    const { read } = formOf('radio');
    const data = initialValues(read, context);
    expect(data).toMatchObject({ flight_weeks: 0, total_spots: 0, total_cost: 0, net_total: 0 });
  });

  it.each([
    [{ goal: 'event' }, ['/event_name', '/event_date']],
    [{ is_political: true }, ['/sponsor_line']],
    [{ script_source: 'client' }, ['/script_text']],
    [{ script_source: 'existing' }, ['/cart_number']],
    [{ discount: 12 }, ['/discount_reason']],
  ])('shows the dependent fields only after %j', (changes, keys) => {
    const before = keysInSight('radio', {});
    expect(keys.filter((key) => before.includes(key))).toEqual([]);
    expect(keysInSight('radio', changes)).toEqual(expect.arrayContaining(keys));
  });
});

describe('the website package', () => {
  it.each([
    ['a launch within ten days', { launch_date: day(5) }, '/launch_date', 'ten days at least'],
    ['a domain with a path', { domain: 'https://tires.example/home' }, '/domain', 'looks like name.example'],
    ['a move without a current website', { kind: 'move' }, '/current_url', 'Missing required field'],
    ['a move from an invalid URL', { kind: 'move', current_url: 'tires' }, '/current_url', 'the whole address'],
    ['a shop without items', { package: 'shop', shop_items: 0 }, '/shop_items', 'at least one item'],
    [
      'more pages than the package includes',
      { package: 'starter', pages: Array.from({ length: 6 }, () => ({ title: 'A' })) },
      '/pages',
      'has 5 pages; here are 6',
    ],
    ['two pages with the same name', { pages: [{ title: 'News' }, { title: ' news' }] }, '/pages/1/title', 'Page 2: '],
    [
      'a shop with too many items for a package',
      { package: 'shop', shop_items: 60_000 },
      '/shop_items',
      'For 60,000 items',
    ],
    [
      'a launch before its pages can be written',
      { pages: [{ title: 'A', copy_by: 'agency' }], launch_date: day(10) },
      '/launch_date',
      'with 1 page(s) to write 1.5 week(s)',
    ],
    [
      'a page written by the agency without notes',
      { pages: [{ title: 'A', copy_by: 'agency' }] },
      '/pages/0/copy_notes',
      'Missing required field',
    ],
  ])('rejects %s', (_, changes, path, words) => {
    const found = problems('website', changes).filter((problem) => problem.startsWith(`${path}: `));
    expect(found.join('\n')).toContain(words);
  });

  it('calculates page prices and the monthly total', () => {
    const data = filled('website');
    expect(data).toMatchObject({ pages: [{ price: 180 }, { price: 355 }], pages_total: 535, monthly_total: 134 });
  });
});

describe('the demo form with every widget', () => {
  it('has every widget type and passes the form check', () => {
    const form = demoForms().find(({ name }) => name === 'Every widget');
    expect(checkFormSchema(form?.formSchema)).toEqual([]);
    const types = readForm(form?.formSchema).widgets.map(({ type }) => type);
    expect([...new Set(types)].sort()).toEqual(Object.keys(configSchemas).sort());
  });
});

describe('the texts of the demo forms', () => {
  // Orders of all statuses show them.
  it.each([...forms.values()].map(({ name, formSchema }) => [name, JSON.stringify(formSchema)]))(
    'the texts of the demo forms of %s say nothing that holds in only one order status',
    (_name, formSchema) => {
      expect(formSchema).not.toMatch(/\byour (draft|order) is\b|\bnothing is booked\b|\bnot (yet )?submitted\b/i);
    },
  );
});
