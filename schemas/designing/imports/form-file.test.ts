import { describe, expect, it } from 'vitest';
import { serializeDesign } from '../design.ts';
import { box, field, formSchema, idOf, openExampleDesign, row } from '../example-design.ts';
import { widgetsIn } from '../tree.ts';
import { exportFormFile, fileFormat, readFormFile } from './form-file.ts';

const about = {
  name: 'Radio',
  description: 'Spots',
  tableColumns: [{ path: 'budget', defaultVisibility: false }],
  examples: [{ name: 'Small' }],
};
const fileOf = (given: unknown) => JSON.stringify({ format: fileFormat, formSchema: given });

const unknownFormat = `This isn't a form of this product ("format": "${fileFormat}"), SurveyJS, Form.io, or JSON Schema`;

function faultsOf(text: string) {
  const result = readFormFile(text, idOf);
  return 'faults' in result ? result.faults : [];
}

describe('readFormFile', () => {
  it('round-trips an exported form with its name, table columns and examples', () => {
    const original = serializeDesign(openExampleDesign());
    const result = readFormFile(exportFormFile(about, original), idOf);
    if (!('design' in result)) throw new Error(JSON.stringify(result.faults));
    expect(serializeDesign(result.design)).toEqual(original);
    expect(result).toMatchObject({ about, scripts: [], left: [] });
  });

  it('reports each difference at its widget, by label', () => {
    const survey = {
      mode: 'display',
      elements: [
        { type: 'panel', elements: [{ type: 'text', name: 'a', title: 'Company', setValueIf: '{b} = 1' }] },
        { type: 'boolean', name: 'agreed', title: 'Agreed', valueTrue: 'yes' },
      ],
    };
    const result = readFormFile(JSON.stringify(survey), idOf);
    if (!('design' in result)) throw new Error(JSON.stringify(result.faults));
    expect(result.left).toMatchObject([
      { path: '/elements/0/elements/0/setValueIf', widget: { label: 'Company' } },
      { path: '/mode', widget: null },
    ]);
    expect(result.changed).toMatchObject([{ path: '/elements/1/valueTrue', widget: { label: 'Agreed' } }]);
    const ids = [...widgetsIn(result.design.root)].map(({ widget }) => widget.id);
    for (const { widget } of [...result.left, ...result.changed]) if (widget) expect(ids).toContain(widget.id);
  });

  it('summarizes what has no effect on questions, answers and validity, and other keys', () => {
    const survey = {
      logo: 'a.png',
      elements: ['first name', 'last name'].map((name) => ({ type: 'text', name, width: '50%', size: 5 })),
    };
    expect(readFormFile(JSON.stringify(survey), idOf)).toMatchObject({
      ...{ left: [], changed: [] },
      summary: [
        'Without effect on questions, answers and validity, and not imported: width, size, logo.',
        "Names that can't be keys here have another key: first name (first_name), last name (last_name).",
      ],
    });
  });

  it('accepts a bare formSchema, also with a byte order mark', () => {
    expect(readFormFile(`\uFEFF${JSON.stringify(formSchema)}`, idOf)).toMatchObject({ about: {} });
  });

  it('imports a script that does not compile, and reports it', () => {
    const root = box('root', [row(field('a', { validationScript: 'if $nobody { reject }' }))]);
    expect(readFormFile(fileOf({ version: 1, root }), idOf)).toMatchObject({
      scripts: [{ path: '/root/config/layout/0/columns/0/widget/meta/validationScript' }],
    });
  });

  it.each([
    ['a text that is no JSON', '{"a": ', [{ path: '', message: "The file isn't valid JSON" }]],
    ['a JSON array', '[1, 2]', [{ path: '', message: unknownFormat }]],
    ['an unknown format', '{"format": "letter"}', [{ path: '/format', message: unknownFormat }]],
    [
      'a file of 1 MiB',
      ' '.repeat(1_048_576),
      [{ path: '', message: 'The file is too large. A form must be smaller than 1 MiB.' }],
    ],
    [
      'very deeply nested lists',
      '['.repeat(100_000) + ']'.repeat(100_000),
      [{ path: '', message: 'The file is nested too deeply: at most 200 levels of lists and objects' }],
    ],
  ])('rejects %s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it.each([
    ['form-js (Camunda)', { components: [{ key: 'a', type: 'textfield' }], type: 'default', schemaVersion: 9 }],
    ['form-js (Camunda)', { components: [], exporter: { name: 'Camunda Modeler', version: '5' } }],
    ['JSON Forms', { type: 'VerticalLayout', elements: [{ type: 'Control', scope: '#/properties/a' }] }],
    ['JSON Forms', { schema: { type: 'object', properties: {} }, uischema: { type: 'Control', scope: '#' } }],
    ['Typeform', { title: 'A', fields: [{ type: 'short_text' }], thankyou_screens: [] }],
    ['Google Forms', { formId: 'x', info: { title: 'A' }, items: [] }],
  ])('names the format %s and rejects it', (name, value) => {
    expect(faultsOf(JSON.stringify(value))).toEqual([
      { path: '', message: `This is a form of ${name}, which can't be imported` },
    ]);
  });

  it('reports unknown widgets and properties, duplicate keys and duplicate ids by path', () => {
    const root = box('root', [
      row({ type: 'sound', id: 'x' }),
      row({ ...field('b'), colour: 'red' }),
      row(field('c')),
      row(field('d', { key: 'c' })),
      row(field('e'), { ...field('f'), id: 'e' }),
    ]);
    const paths = faultsOf(fileOf({ version: 1, root })).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/formSchema/root/config/layout/0/columns/0/widget/type',
        '/formSchema/root/config/layout/1/columns/0/widget/colour',
        '/formSchema/root/config/layout/3/columns/0/widget/meta/key',
        '/formSchema/root/config/layout/4/columns/1/widget/id',
      ]),
    );
    expect(paths).toHaveLength(4);
  });
});
