import { container, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { createDraftOn } from './open-designer.ts';

const empty = { emptyUntilAnswered: true };
const scale = widget(
  'radio',
  'likely',
  {
    ...{ ...empty, presentation: 'scale' },
    options: [{ value: '1', label: 'Not at all' }, { value: '2' }, { value: '3' }, { value: '4', label: 'Very' }],
  },
  'How likely?',
);
const grades = ['bad', 'fair', 'good'].map((value) => ({ value, label: value.toUpperCase() }));
const matrix = {
  type: 'table',
  meta: { key: 'services', label: 'Services' },
  config: {
    ...{ presentation: 'matrix', rowTitles: ['Radio spots', 'Search ads'] },
    elements: container([
      widget('text_input', 'service', empty, 'Service'),
      widget('radio', 'grade', { ...empty, required: true, options: grades }, 'How good?'),
      widget('checkbox', 'again', empty, 'Again?'),
      widget('text_input', 'note', empty, 'Note'),
    ]),
  },
};

backOfficeTest(
  'a scale and a matrix of choices are answered by keyboard, on a wide screen and a phone',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const formSchema = { version: 1, root: container([scale, matrix]) };
    const { id } = await createRecord('forms', { name: 'Presentations', formSchema });
    const order = await createDraftOn(createRecord, { form: id, slug: 'presentations', formData: {} });
    await page.goto(`/c/presentations/orders/${order.id}`);

    // The arrow keys choose among the numbers; the ends have labels.
    await page.getByRole('radio', { name: /^1 \(Not at all\)$/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
    await expect(page.getByText('Very', { exact: true })).toBeVisible();

    // The rows are fixed, the first column is their title, and each option is a column.
    const table = page.getByRole('table', { name: 'Services' });
    await expect(table.getByRole('rowheader')).toHaveText(['Radio spots', 'Search ads']);
    await expect(table.getByRole('columnheader')).toHaveText([
      ...['Service', 'How good? (required)', 'Again?', 'Note', 'BAD', 'FAIR', 'GOOD'],
    ]);
    await expect(page.getByRole('button', { name: 'Add Services' })).toHaveCount(0);
    await table.getByRole('radio', { name: 'Radio spots, How good?: BAD' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fine');
    await expectAccessible(page);
    const data = async () => Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body).formData;
    await expect.poll(data).toMatchObject({
      likely: '2',
      services: [{ service: 'Radio spots', grade: 'fair', again: true, note: 'Fine' }, { service: 'Search ads' }],
    });
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect(table.getByRole('row', { name: 'Search ads' })).toContainText('Missing required field: How good?');

    // On a phone the rows stand below each other.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(table).toHaveCount(0);
    const second = page.getByRole('region', { name: 'Search ads' });
    await second.getByRole('radio', { name: 'GOOD' }).check();
    await expectAccessible(page);
    await expect.poll(data).toMatchObject({ services: [{}, { grade: 'good' }] });

    // A submitted order is read as text, in the same rows.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect
      .poll(async () => Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body).status)
      .toBe('PENDING');
  },
);
