import { describe, expect, it } from 'vitest';
import { formIntro } from './OrderPlaceholder.tsx';

const markdown = (content: string, meta = {}, config = {}) => ({
  columns: [{ ratio: 1, widget: { type: 'markdown', meta, config: { content, ...config } } }],
});
const field = { columns: [{ ratio: 1, widget: { type: 'text_input', key: 'name' } }] };
const form = (layout: unknown, meta: unknown = {}, config: object = {}) => ({
  version: 1,
  root: { type: 'container', meta, config: { layout, ...config } },
});

describe('formIntro', () => {
  it('returns the name, the description and the texts before the first field', () => {
    const rows = [markdown('First.'), markdown('Then.'), field, markdown('Later.')];
    expect(formIntro(form(rows, { label: 'Spots', description: 'For radio.' }))).toEqual({
      name: 'Spots',
      texts: ['For radio.', 'First.', 'Then.'],
    });
  });

  it('stops at texts that may be hidden or share their row with another widget', () => {
    const beside = { columns: [...markdown('Beside.').columns, ...field.columns] };
    for (const row of [
      markdown('If.', { conditionalScript: '$x = 1' }),
      markdown('No.', {}, { hidden: true }),
      beside,
    ]) {
      expect(formIntro(form([row, markdown('After it.')]))).toEqual({ name: '', texts: [] });
    }
  });

  it('returns nothing when the form may be hidden, and no description that is placed below', () => {
    const rows = [markdown('First.')];
    const meta = { label: 'Spots', description: 'For radio.' };
    const nothing = { name: '', texts: [] };
    expect(formIntro(form(rows, meta, { hidden: true }))).toEqual(nothing);
    expect(formIntro(form(rows, { ...meta, conditionalScript: '$x = 1' }))).toEqual(nothing);
    expect(formIntro(form(rows, meta, { descriptionPlacement: 'below' }))).toEqual({
      name: 'Spots',
      texts: ['First.'],
    });
  });

  it.each([undefined, null, 'form', { root: [] }, { root: { meta: 1, config: { layout: {} } } }, form([null, 1])])(
    'returns nothing for an invalid form: %j',
    (broken) => {
      expect(formIntro(broken)).toEqual({ name: '', texts: [] });
    },
  );
});
