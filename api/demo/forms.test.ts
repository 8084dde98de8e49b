import { describe, expect, it } from 'vitest';
import { calculate } from '#schemas/forms/calculate.ts';
import { check } from '#schemas/forms/check.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import type { FormContext } from '#schemas/forms/form.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { normalise } from '#schemas/forms/normalise.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { visible } from '#schemas/forms/visible.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { configSchemas } from '#schemas/generated/widgets.ts';
import { demoForms, type FormName, formId } from './agency/channels.ts';
import { rowId, seeded } from './agency/seeded.ts';
import { answersOf } from './orders/answers.ts';
import { dayAfter } from './orders/asked.ts';

const now = new Date('2026-03-10T12:00:00Z');
const day = (days: number) => dayAfter(now, days);
const forms = new Map(demoForms().map((form) => [form.id, { ...form, read: readForm(form.formSchema) }]));

function formOf(name: FormName) {
  const form = forms.get(formId(name));
  if (!form) throw new Error(`No demo form ${name}`);
  return form;
}

const random = seeded(0);
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

/** Orders that nothing refuses. */
const sound: Record<FormName, JsonMap> = {
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
  const { data } = normalise(read, { ...start, ...sound[name], ...changes }, context);
  return calculate(read, data, context);
}

const problems = (name: FormName, changes: JsonMap = {}) =>
  check(formOf(name).read, filled(name, changes), context).map(({ path, message }) => `${path}: ${message}`);

const keysInSight = (name: FormName, changes: JsonMap) =>
  visible(formOf(name).read, filled(name, changes), context).map(({ path }) => path);

describe.each(['radio', 'website'] as const)('the demo form %s', (name) => {
  it('may be saved: every widget and every script of it is sound', () => {
    expect(checkFormSchema(formOf(name).formSchema)).toEqual([]);
  });

  it('has an id for every widget, and none twice', () => {
    const ids = formOf(name).read.widgets.map(({ id }) => id);
    expect(ids.every((id) => /^[a-z0-9]{16}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes a filled order without a problem', () => {
    expect(problems(name)).toEqual([]);
  });

  it('asks an empty order for what is required, each by its label', () => {
    const { read } = formOf(name);
    const messages = check(read, initialValues(read, context), context).map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.every((message) => message.startsWith('Missing required field: '))).toBe(true);
  });

  it('shows in its tables only values that it has', () => {
    const data = filled(name);
    const missing = formOf(name).tableColumns.filter(
      ({ path }) => path.split('.').reduce<unknown>((value, key) => Object(value)[key], data) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('refuses every mistake that the demo makes in its drafts', () => {
    const asked = { random: seeded(3), client: null, at: now };
    for (const flaw of answersOf[name].flaws) expect(problems(name, flaw(asked))).not.toEqual([]);
  });

  it('takes whatever the demo fills in', () => {
    for (let number = 0; number < 60; number += 1) {
      const [first, second] = answersOf[name].fill({ random: seeded(number), client: null, at: now });
      expect(problems(name, { ...first, ...second })).toEqual([]);
    }
  });
});

describe('the radio campaign', () => {
  it.each([
    ['a first day that is long gone', { flight_start: day(-40) }, '/flight_start', 'is more than 30 days ago'],
    ['a last day before the first', { flight_end: day(3) }, '/flight_end', 'must be after the first day on air'],
    ['more than a year', { flight_end: day(400) }, '/flight_end', 'a year at most'],
    ['a long name', { campaign_name: 'x'.repeat(61) }, '/campaign_name', 'it has 61'],
    ['a website that is no address', { website: 'tires' }, '/website', 'the whole address'],
    ['a small budget', { weekly_budget: 100 }, '/weekly_budget', 'from $250.00 a week'],
    ['flights far above the budget', { weekly_budget: 800 }, '/weekly_budget', 'The flights cost $4,000.00'],
    ['too few spots', { flights: [{ ...flight, spots_per_week: 2 }] }, '/flights', 'at least 10 spots; this one has 8'],
    ['a row without spots', { flights: [{ ...flight, spots_per_week: 0 }] }, '/flights/0/spots_per_week', 'Flight 1: '],
    ['a full morning', { flights: [{ ...flight, spots_per_week: 61, rate: 10 }] }, '/flights/0/spots_per_week', '60'],
    [
      'a flight longer than the campaign',
      { flights: [{ ...flight, weeks_on_air: 5, rate: 50 }] },
      '/flights/0/weeks_on_air',
      'only 4 weeks long',
    ],
    ['two flights in one place', { flights: [flight, { ...flight, rate: 1 }] }, '/flights', 'the same station'],
    ['an address that is none', { contact: { name: 'Ann', email: 'ann' } }, '/contact/email', 'valid e-mail address'],
    ['a sale without the terms', { terms: false }, '/terms', 'Missing required field: The client has agreed'],
    [
      'a text too long for its spot',
      { script_source: 'client', script_text: 'so '.repeat(80) },
      '/script_text',
      '80 words',
    ],
    ['a cart number too short', { script_source: 'existing', cart_number: 'A1' }, '/cart_number', 'four to eight'],
    ['a cart number with signs', { script_source: 'existing', cart_number: 'A1-2/-' }, '/cart_number', 'not -, /'],
    ['a first day too far away', { flight_start: day(400) }, '/flight_start', 'days away'],
    [
      'an event weeks after its spots',
      { goal: 'event', event_name: 'Run', event_date: day(34 + 21) },
      '/event_date',
      '3 week(s) after the last spot',
    ],
    ['a quarter off a small campaign', { discount: 25 }, '/discount', 'campaigns from $10,000.00'],
    ['a large campaign without a phone', { flights: [{ ...flight, rate: 2_000 }] }, '/contact/phone', '$50,000.00'],
    [
      'an event over before its spots',
      { goal: 'event', event_name: 'Run', event_date: day(2) },
      '/event_date',
      'over before',
    ],
    ['a large discount without a word', { discount: 15 }, '/discount_reason', 'Missing required field'],
    ['politics without a sponsor', { is_political: true }, '/sponsor_line', 'Missing required field: Paid for by'],
  ])('refuses %s', (_, changes, path, words) => {
    const found = problems('radio', changes).filter((problem) => problem.startsWith(`${path}: `));
    expect(found.join('\n')).toContain(words);
  });

  it('counts weeks, spots and what is to pay', () => {
    const data = filled('radio', { flights: [flight, { ...flight, daypart: 'evening', rate: 12.5 }], discount: 10 });
    expect(data).toMatchObject({ flight_weeks: 4, total_spots: 80, total_cost: 4_500, net_total: 4_050 });
    expect(data.flights).toMatchObject([
      { spots: 40, line_total: 4_000 },
      { spots: 40, line_total: 500 },
    ]);
  });

  it('counts nothing while dates and rates are missing', () => {
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
  ])('shows with %j what belongs to it, and not before', (changes, keys) => {
    const before = keysInSight('radio', {});
    expect(keys.filter((key) => before.includes(key))).toEqual([]);
    expect(keysInSight('radio', changes)).toEqual(expect.arrayContaining(keys));
  });
});

describe('the website package', () => {
  it.each([
    ['a launch within ten days', { launch_date: day(5) }, '/launch_date', 'ten days at least'],
    ['a domain with a path', { domain: 'https://tires.example/home' }, '/domain', 'looks like name.example'],
    ['a move from nowhere', { kind: 'move' }, '/current_url', 'Missing required field'],
    ['a move from no address', { kind: 'move', current_url: 'tires' }, '/current_url', 'the whole address'],
    ['a shop without items', { package: 'shop', shop_items: 0 }, '/shop_items', 'at least one item'],
    [
      'more pages than the package has',
      { package: 'starter', pages: Array.from({ length: 6 }, () => ({ title: 'A' })) },
      '/pages',
      'has 5 pages; here are 6',
    ],
    ['two pages of one name', { pages: [{ title: 'News' }, { title: ' news' }] }, '/pages/1/title', 'Page 2: '],
    ['a shop of a size of its own', { package: 'shop', shop_items: 60_000 }, '/shop_items', 'For 60,000 items'],
    [
      'a launch before its pages are written',
      { pages: [{ title: 'A', copy_by: 'agency' }], launch_date: day(10) },
      '/launch_date',
      'with 1 page(s) to write 1.5 week(s)',
    ],
    [
      'a page of ours without a word',
      { pages: [{ title: 'A', copy_by: 'agency' }] },
      '/pages/0/copy_notes',
      'Missing required field',
    ],
  ])('refuses %s', (_, changes, path, words) => {
    const found = problems('website', changes).filter((problem) => problem.startsWith(`${path}: `));
    expect(found.join('\n')).toContain(words);
  });

  it('adds up its pages and what is due each month', () => {
    const data = filled('website');
    expect(data).toMatchObject({ pages: [{ price: 180 }, { price: 355 }], pages_total: 535, monthly_total: 134 });
  });
});

describe('the demo form to try', () => {
  it('has every widget, and may be saved as it is', () => {
    const form = demoForms().find(({ name }) => name === 'Every widget');
    expect(checkFormSchema(form?.formSchema)).toEqual([]);
    const types = readForm(form?.formSchema).widgets.map(({ type }) => type);
    expect([...new Set(types)].sort()).toEqual(Object.keys(configSchemas).sort());
  });
});

describe('the texts of the demo’s forms', () => {
  // They stand in orders of all states.
  it.each([...forms.values()].map(({ name, formSchema }) => [name, JSON.stringify(formSchema)]))(
    'say nothing in %s that is true in one state of an order only',
    (_name, formSchema) => {
      expect(formSchema).not.toMatch(/\byour (draft|order) is\b|\bnothing is booked\b|\bnot (yet )?submitted\b/i);
    },
  );
});
