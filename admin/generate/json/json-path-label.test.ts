import { expect, it } from 'vitest';
import { jsonPathLabel } from './json-path-label.ts';

const form = {
  root: { type: 'container', config: { layout: [{ widget: { meta: { key: 'headline', label: 'Headline' } } }] } },
};

it('a JSON path is labeled by its innermost named ancestor', () => {
  const keys = ['root', 'config', 'layout', '0', 'widget', 'meta', 'validationScript'];
  expect(jsonPathLabel(form, keys)).toBe('“Headline”, Validation script');
  expect(jsonPathLabel(form, ['root', 'type'])).toBe('root.type');
  expect(jsonPathLabel(undefined, ['columns', '1'])).toBe('columns.1');
});
