import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { rulesOf } from '../designing/rules.ts';
import { check, fill } from './fill.ts';
import { createFilling } from './filling/filling.ts';
import { isLockedHere, rowsOfList, stateHere } from './filling/row.ts';
import { isRequired } from './filling/validate-widget.ts';
import type { FormValues, SourceOptions } from './form.ts';
import { chosenValues } from './option-sources.ts';
import { prefillSource } from './prefill-source.ts';

/** The problems of data, each as 'path message'. */
const problemsOf = (widgets: unknown[], data: FormValues): string[] =>
  check(formOf(...widgets), data, testContext()).map(({ path, message }) => `${path} ${message}`);

describe('a field with a requiredScript', () => {
  const fields = [
    widget('number_input', 'budget', { emptyUntilAnswered: true }),
    widget('text_input', 'reason', {}, { label: 'The reason', requiredScript: '$budget > 1000' }),
  ];

  it('is required while its condition holds', () => {
    expect(problemsOf(fields, { budget: 2000 })).toEqual(['/reason Missing required field: The reason']);
    expect(problemsOf(fields, { budget: 2000, reason: 'Sale' })).toEqual([]);
    expect(problemsOf(fields, { budget: 10 })).toEqual([]);
    expect(problemsOf(fields, {})).toEqual([]);
  });

  it('follows each change of what the condition reads', () => {
    const filling = createFilling(formOf(...fields), {}, testContext(), { calculation: 'untyped' });
    const [budget, reason] = [filling.form.scope.owners.get('budget'), filling.form.scope.owners.get('reason')];
    if (!budget || !reason) throw new Error('The form has no such fields');
    const states = [0, 2000, 5].map((value) => {
      filling.set(budget, filling.top, value);
      return isRequired(reason, filling.top);
    });
    expect(states).toEqual([false, true, false]);
  });

  it('gets no default that would count as an answer', () => {
    const number = widget('number_input', 'count', {}, { label: 'Count', requiredScript: 'true' });
    const { data, problems } = fill(formOf(number), { data: {}, as: 'sent' }, testContext());
    expect(data).toEqual({});
    expect(problems.map(({ message }) => message)).toEqual(['Missing required field: Count']);
  });

  it('is decided in each row of a list by the row’s own values', () => {
    const lines = collection('lines', [
      widget('checkbox', 'custom'),
      widget('text_input', 'text', {}, { label: 'Text', requiredScript: '$custom' }),
    ]);
    const rows = [
      { _id: 'a', custom: true },
      { _id: 'b', custom: false },
      { _id: 'c', custom: true, text: 'x' },
    ];
    expect(problemsOf([lines], { lines: rows })).toEqual(['/lines/0/text Missing required field: Text']);
  });

  it('is not required, and names the script, if the script fails', () => {
    const broken = widget('text_input', 'a', {}, { label: 'A', requiredScript: '$b / 0 > 1' });
    const problems = problemsOf([widget('number_input', 'b'), broken], { b: 1 });
    expect(problems.filter((each) => each.includes('Missing'))).toEqual([]);
  });
});

describe('a part with a readonlyScript', () => {
  const form = formOf(
    widget('checkbox', 'booked'),
    widget('text_input', 'code', {}, { readonlyScript: '$booked' }),
    container([widget('text_input', 'street')], {}, { key: 'address', readonlyScript: '$booked' }),
    collection('lines', [widget('checkbox', 'sent'), widget('text_input', 'text', {}, { readonlyScript: '$sent' })]),
  );
  const lockedPaths = (before: FormValues, data: FormValues) =>
    fill(form, { data, before, as: 'sent' }, testContext()).locked.map(({ path }) => path);
  const address = { street: 'Elm' };

  it('is locked while its condition holds, with everything inside', () => {
    const before = { booked: true, code: 'a', address, lines: [] };
    const after = { booked: true, code: 'b', address: { street: 'Oak' }, lines: [] };
    expect(lockedPaths(before, after)).toEqual(['/code', '/address/street']);
    expect(lockedPaths({ ...before, booked: false }, { ...after, booked: false })).toEqual([]);
  });

  it('may change together with the answer that locks or unlocks it', () => {
    const open = { booked: false, code: 'a', address, lines: [] };
    const closed = { booked: true, code: 'b', address, lines: [] };
    expect(lockedPaths(open, closed)).toEqual([]);
    expect(lockedPaths(closed, open)).toEqual([]);
  });

  it('is locked by row, also when rows move, and not in a new row', () => {
    const row = (_id: string, text: string) => ({ _id, sent: _id !== 'free', text });
    const before = { booked: false, code: '', address, lines: [row('free', 'x'), row('a', 'y'), row('b', 'z')] };
    const lines = [row('b', 'changed'), row('free', 'changed'), row('a', 'y'), row('new', 'changed')];
    expect(lockedPaths(before, { ...before, lines })).toEqual(['/lines/0/text']);
  });

  it('locks the fields of the open form', () => {
    const filling = createFilling(form, { booked: true, lines: [] }, testContext(), { calculation: 'untyped' });
    const stateOf = (path: string) => {
      const found = filling.form.widgets.find((each) => each.key === path);
      return found && found.type !== 'broken' && isLockedHere(found, filling.top);
    };
    expect(['code', 'street', 'booked'].map(stateOf)).toEqual([true, true, false]);
  });
});

describe('limits', () => {
  it('of numbers are expressions that reject a value and do not change it', () => {
    const fields = [
      widget('number_input', 'total'),
      widget('number_input', 'part', { minValueScript: '$total / 10', maxValueScript: '$total' }),
    ];
    expect(problemsOf(fields, { total: 100, part: 5 })).toEqual(['/part At least 10']);
    expect(problemsOf(fields, { total: 100, part: 101 })).toEqual(['/part At most 100']);
    expect(problemsOf(fields, { total: 100, part: 100 })).toEqual([]);
    const { data } = fill(formOf(...fields), { data: { total: 1, part: 9 }, as: 'sent' }, testContext());
    expect(data).toEqual({ total: 1, part: 9 });
  });

  it('of dates are days or expressions', () => {
    const fields = [
      widget('date_input', 'start', { minDate: '2024-06-01', maxDate: '2024-12-31' }),
      widget('date_input', 'end', { minDate: '$start', maxDate: '30 days ahead' }),
    ];
    expect(problemsOf(fields, { start: '2024-05-31', end: '2024-05-30' })).toEqual([
      '/start No earlier than 6/1/24',
      '/end No earlier than 5/31/24',
    ]);
    expect(problemsOf(fields, { start: '2025-01-01', end: '2024-07-16' })).toEqual([
      '/start No later than 12/31/24',
      '/end No earlier than 1/1/25',
      '/end No later than 7/15/24',
    ]);
    expect(problemsOf(fields, { start: '2024-06-20', end: '2024-07-15' })).toEqual([]);
    expect(problemsOf(fields, { start: '', end: '' })).toEqual([]);
  });

  it('of dates with a time compare days, unless the limit has a time', () => {
    const field = widget('date_input', 'at', { includeTime: true, minDate: '2024-06-01', maxDate: '2024-06-02' });
    expect(problemsOf([field], { at: '2024-06-02T23:59:00.000Z' })).toEqual([]);
    expect(problemsOf([field], { at: '2024-06-03T00:00:00.000Z' })).toEqual(['/at No later than 6/2/24']);
  });

  it('that a booked order already exceeded do not count, unless the value or the limit has changed', () => {
    const form = formOf(widget('number_input', 'most'), widget('number_input', 'part', { maxValueScript: '$most' }));
    const booked = { data: { most: 100, part: 150 }, client: null, user: null, channel: null };
    const existingOf = (data: FormValues) => fill(form, { data, as: 'sent', booked }, testContext()).existing;
    expect(existingOf({ most: 100, part: 150 })).toEqual([0]);
    expect(existingOf({ most: 100, part: 120 })).toEqual([]);
    expect(existingOf({ most: 140, part: 150 })).toEqual([]);
  });

  it('of texts count characters, and a blank text is no answer', () => {
    const field = widget('text_input', 'name', { minLength: 3, maxLength: 5 });
    expect(problemsOf([field], { name: 'ab' })).toEqual(['/name At least 3 characters are needed; there are 2']);
    expect(problemsOf([field], { name: 'abcdef' })).toEqual(['/name At most 5 characters are allowed; there are 6']);
    expect(problemsOf([field], { name: '🌊🌊🌊🌊🌊' })).toEqual([]);
    expect(problemsOf([field], { name: '' })).toEqual([]);
  });

  it('of a form with a mistake are reported at their property', () => {
    const { problems } = formOf(widget('number_input', 'a', { maxValueScript: '$b +' }), widget('number_input', 'b'));
    const paths = new Set(problems.map(({ path }) => path));
    expect([...paths]).toEqual(['/root/config/layout/0/columns/0/widget/config/maxValueScript']);
  });
});

describe('an exclusive option', () => {
  it('cannot be chosen together with others', () => {
    const options = [{ value: 'radio' }, { value: 'none', label: 'None of these' }];
    for (const type of ['checkboxes', 'multiple_select']) {
      const field = widget(type, 'media', { options, exclusiveOptions: ['none'] });
      expect(problemsOf([field], { media: ['none'] })).toEqual([]);
      expect(problemsOf([field], { media: ['radio', 'none'] })).toEqual([
        '/media “None of these” excludes the other choices',
      ]);
    }
  });
});

describe('a choice with an own answer', () => {
  const options = [{ value: 'radio' }];

  it('accepts any text, and one without rejects it', () => {
    for (const type of ['radio', 'select']) {
      expect(problemsOf([widget(type, 'media', { options, otherLabel: 'Other' })], { media: 'a bus' })).toEqual([]);
      expect(problemsOf([widget(type, 'media', { options })], { media: 'a bus' })).toHaveLength(1);
    }
    const several = widget('checkboxes', 'media', { options, otherLabel: 'Other' });
    expect(problemsOf([several], { media: ['radio', 'a bus'] })).toEqual([]);
  });

  it('is trimmed as a line of text, and options stay as they are', () => {
    const fields = [
      widget('radio', 'one', { options: [{ value: ' tv ' }], otherLabel: 'Other' }),
      widget('checkboxes', 'many', { options, otherLabel: 'Other' }),
    ];
    const normal = (data: FormValues) => fill(formOf(...fields), { data, as: 'sent' }, testContext()).data;
    expect(normal({ one: ' a bus ', many: ['radio', ' a bus', 'a bus ', ' '] })).toEqual({
      one: 'a bus',
      many: ['radio', 'a bus'],
    });
    expect(normal({ one: ' tv ', many: [] })).toMatchObject({ one: ' tv ' });
  });

  it('is missing without a text', () => {
    const field = widget('radio', 'media', { options, otherLabel: 'Other', required: true }, 'Media');
    expect(problemsOf([field], { media: ' ' })).toEqual(['/media Missing required field: Media']);
  });
});

describe('an option with a condition', () => {
  const media = widget(
    'radio',
    'media',
    {
      options: [
        { value: 'radio' },
        { value: 'bus', label: 'Bus', condition: '$city' },
        { value: 'tv', condition: '$budget > 100' },
      ],
      emptyUntilAnswered: true,
    },
    'Media',
  );
  const fields = [widget('checkbox', 'city'), widget('number_input', 'budget', { emptyUntilAnswered: true }), media];

  it('is accepted while its condition holds, and the answer stays while it does not', () => {
    expect(problemsOf(fields, { city: true, media: 'bus' })).toEqual([]);
    expect(problemsOf(fields, { city: false, media: 'bus' })).toEqual(['/media Choose one of the options']);
    expect(problemsOf(fields, { media: 'radio' })).toEqual([]);
    const { data } = fill(formOf(...fields), { data: { city: false, media: 'bus' }, as: 'sent' }, testContext());
    expect(data).toMatchObject({ media: 'bus' });
  });

  it('is withheld and offered again as the answers change, also in the rows of a list', () => {
    const form = formOf(...fields, collection('lines', [widget('checkbox', 'own'), lineMedia]));
    const data = { lines: [{ _id: 'a', own: true }, { _id: 'b' }] };
    const filling = createFilling(form, data, testContext(), { calculation: 'untyped' });
    const [city, list] = [filling.form.scope.owners.get('city'), filling.form.scope.owners.get('lines')];
    const field = filling.form.scope.owners.get('media');
    const inRow = list?.inner.owners.get('kind');
    if (!city || !list || !field || !inRow) throw new Error('The form has no such fields');
    const withheld = () => [...(stateHere(field, filling.top).withheld ?? [])].sort();
    expect(withheld()).toEqual(['bus', 'tv']);
    filling.set(city, filling.top, true);
    expect(withheld()).toEqual(['tv']);
    expect(rowsOfList(filling.top, list).map((row) => [...(stateHere(inRow, row).withheld ?? [])])).toEqual([
      [],
      ['x'],
    ]);
  });

  const lineMedia = widget('checkboxes', 'kind', { options: [{ value: 'x', condition: '$own' }, { value: 'y' }] });

  it('is offered, and a problem names the script, if the condition fails', () => {
    const broken = widget('select', 'a', { options: [{ value: 'x', condition: '1 +' }] }, 'A');
    const problems = problemsOf([widget('number_input', 'b'), broken], { b: 1, a: 'x' });
    expect(problems).toEqual([expect.stringContaining('The condition of an option of A failed')]);
  });

  it('is one of the rules of the form, and follows the renaming of a key', () => {
    const form = formOf(...fields);
    expect(rulesOf(form).map(({ kind, source }) => [kind, source])).toEqual([
      ['option', '$city'],
      ['option', '$budget > 100'],
    ]);
  });
});

describe('a field with options from a source', () => {
  const station = widget('select', 'station', { optionsFrom: 'stations', emptyUntilAnswered: true });
  const more = widget('multiple_select', 'more', { optionsFrom: 'stations' });
  const found = (data: FormValues, stations?: SourceOptions) => {
    const context = testContext(stations ? { options: { stations } } : {});
    return check(formOf(station, more), data, context).map(({ path }) => path);
  };
  const options = [{ value: 'kqed', label: 'KQED' }];

  it('accepts the options of a source that is loaded completely, and any value before that', () => {
    const data = { station: 'kqed', more: ['kqed'] };
    const wrong = { station: 'x', more: ['kqed', 'x'] };
    expect(found(data, { options, isComplete: true })).toEqual([]);
    expect(found(wrong, { options, isComplete: true })).toEqual(['/station', '/more']);
    expect(found(wrong, { options, isComplete: false })).toEqual([]);
    expect(found(wrong)).toEqual([]);
  });

  it('lists the chosen values of each source, in rows too', () => {
    const lines = collection('lines', [widget('select', 'place', { optionsFrom: 'clients' })]);
    const form = formOf(station, more, lines);
    const data = { station: 'a', more: ['b', 'a'], lines: [{ place: 'c' }, { place: 7 }, {}] };
    expect(chosenValues(form, data)).toEqual(
      new Map([
        ['stations', new Set(['a', 'b'])],
        ['clients', new Set(['c'])],
      ]),
    );
    expect(chosenValues(form, 'no data')).toEqual(new Map([['stations', new Set()]]));
  });
});

describe('a prefilled field', () => {
  const context = testContext({ client: { website: 'https://a.example', address: { city: 'Boston' } } });
  const site = widget('text_input', 'site', { prefill: { from: 'client', property: 'website' } });
  const city = widget('text_input', 'city', { prefill: { from: 'client', property: 'address.city' } });

  it('begins with the property of the client, and what a person answers stays', () => {
    expect(fill(formOf(site, city), { data: {}, as: 'new' }, context).data).toEqual({
      site: 'https://a.example',
      city: 'Boston',
    });
    expect(fill(formOf(site, city), { data: { site: 'mine' }, as: 'new' }, context).data).toMatchObject({
      site: 'mine',
    });
  });

  it('is empty if the client has no such property, and an initial value takes precedence', () => {
    const initial = { prefill: { from: 'client', property: 'website' }, initialValue: { value: '"first"' } };
    const unknown = { prefill: { from: 'client', property: 'fax' }, emptyUntilAnswered: true };
    const form = formOf(widget('text_input', 'a', initial), widget('text_input', 'b', unknown));
    expect(fill(form, { data: {}, as: 'new' }, context).data).toEqual({ a: 'first' });
  });
});

describe('a table with row titles', () => {
  const columns = [widget('text_input', 'service', {}), widget('text_input', 'note', { emptyUntilAnswered: true })];
  const services = (config: object) => ({
    ...{ type: 'table', meta: { key: 'services' } },
    config: { rowTitles: ['Radio', 'Search'], elements: container(columns), ...config },
  });
  const newRows = (config: object) =>
    fill(formOf(services(config)), { data: {}, as: 'new' }, testContext()).data.services;
  const sentRows = (config: object, rows: object[]) =>
    fill(formOf(services(config)), { data: { services: rows }, as: 'sent' }, testContext()).data.services;

  it('begins with these rows in a new order, by the text of the first column', () => {
    expect(newRows({})).toMatchObject([{ service: 'Radio' }, { service: 'Search' }]);
    const own = { initialValue: { static: true, value: [{ service: 'Own' }] } };
    expect(newRows(own)).toMatchObject([{ service: 'Own' }]);
  });

  it('as a matrix has exactly these rows, as a grid any number', () => {
    const rows = [{ service: 'Radio' }, { service: 'Search' }, { service: 'More' }];
    expect(sentRows({ presentation: 'matrix' }, rows)).toHaveLength(2);
    expect(sentRows({ presentation: 'matrix' }, rows.slice(0, 1))).toHaveLength(2);
    expect(sentRows({}, rows)).toHaveLength(3);
    expect(sentRows({}, rows.slice(0, 1))).toHaveLength(1);
  });
});

describe('the source of a prefilled value', () => {
  const last = { refCode: 'ABC12345', submissionDate: '2026-05-03T12:00:00Z', values: { part: { spots: 5 }, tel: '' } };
  const context = testContext({ client: { phone: '(503) 555-0100', fax: null }, order: { status: 'DRAFT', last } });
  const sourceOf = (type: string, prefill: object, value: unknown, config: object = {}) => {
    const [field] = formOf(widget(type, 'a', { prefill, ...config })).widgets.slice(1);
    return field && field.type !== 'broken' ? prefillSource(field, value, context) : undefined;
  };
  const phone = { from: 'client', property: 'phone' };
  const spots = { from: 'last_order', property: 'part.spots' };

  it('is named until the value is another one', () => {
    expect(sourceOf('text_input', phone, '(503) 555-0100')).toEqual({ from: 'client' });
    expect(sourceOf('text_input', phone, '503-555-0100', { mask: '999-999-9999' })).toEqual({ from: 'client' });
    expect(sourceOf('text_input', phone, '(503) 555-0101')).toBeNull();
    expect(sourceOf('number_input', spots, 5)).toEqual({
      ...{ from: 'last_order', refCode: 'ABC12345', submissionDate: '2026-05-03T12:00:00Z' },
    });
    expect(sourceOf('number_input', spots, 6)).toBeNull();
  });

  it('is not named for an empty value, or with an own initial value', () => {
    expect(sourceOf('text_input', { from: 'client', property: 'fax' }, '')).toBeNull();
    expect(sourceOf('text_input', { from: 'last_order', property: 'tel' }, '')).toBeNull();
    expect(sourceOf('text_input', phone, '(503) 555-0100', { initialValue: { value: '"x"' } })).toBeNull();
  });
});

describe('a limit that fails', () => {
  it('is a problem that names it, at a field with a value', () => {
    const field = widget('number_input', 'a', { emptyUntilAnswered: true, maxValueScript: '1 +' }, 'A');
    const form = formOf(field, widget('text_input', 'text'));
    const found = check(form, { a: 1, text: '' }, testContext());
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('The upper limit of A failed')]);
    expect(check(form, { text: '' }, testContext())).toEqual([]);
  });
});

describe('a text with a mask', () => {
  const field = widget('text_input', 'phone', { mask: 'phone' });

  it('is stored in the form of the mask', () => {
    const { data } = fill(formOf(field), { data: { phone: '617.555.0143' }, as: 'sent' }, testContext());
    expect(data).toEqual({ phone: '(617) 555-0143' });
  });

  it('stays as typed and is a problem if it does not fit', () => {
    const { data, problems } = fill(formOf(field), { data: { phone: '12' }, as: 'sent' }, testContext());
    expect(data).toEqual({ phone: '12' });
    expect(problems.map(({ message }) => message)).toEqual(['Must have the form (999) 999-9999, where 9 is a digit']);
  });
});
