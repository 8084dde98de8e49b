import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { choose, openDesigner } from './open-designer.ts';

const column = (widget: object) => ({ columns: [{ ratio: 1, widget }] });
const formSchema = {
  version: 1,
  root: {
    type: 'container',
    id: 'root',
    config: {
      layout: [
        column({
          type: 'select',
          id: 'medium',
          meta: { label: 'Medium', key: 'medium' },
          config: { options: [{ value: 'radio' }, { value: 'tv' }] },
        }),
        column({
          type: 'number_input',
          id: 'budget',
          meta: {
            label: 'Budget',
            key: 'budget',
            validationScript: 'if this < 500 { reject because "At least $500" }',
          },
        }),
        column({
          type: 'text_input',
          id: 'slogan',
          meta: { label: 'Slogan', key: 'slogan', conditionalScript: '// Radio only\n$medium == "radio"' },
        }),
      ],
    },
  },
};

backOfficeTest(
  'the script editor completes, explains, fixes, formats and renames',
  async ({ page, createRecord, expectAccessible }) => {
    const { id } = await createRecord('forms', { name: 'Ruled', formSchema, tableColumns: [{ path: 'budget' }] });
    await page.goto(`/admin/forms/${id}`);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    const properties = designer.getByRole('region', { name: 'Properties' });
    await designer.getByRole('treeitem', { name: /Budget/ }).click();
    await properties.getByRole('button', { name: 'Scripts: Validation script' }).click();
    const script = properties.getByRole('textbox', { name: 'Validation script' });
    await expect(script).toHaveText('if this < 500 { reject because "At least $500" }');

    // Completion offers keys and helpers with their descriptions.
    await script.fill('');
    await script.pressSequentially('$med');
    const offered = page.getByRole('listbox', { name: 'Completions' });
    await expect(offered.getByRole('option')).toHaveText([/\$medium\s*text/]);
    await expect(page.getByText('“Medium”. Select. Its values: "radio", "tv"')).toBeVisible();
    await page.keyboard.press('Enter');
    await script.pressSequentially(':upp');
    await expect(offered.getByRole('option').first()).toHaveText(':upper');
    await page.keyboard.press('Escape');

    // An error comes with a quick fix.
    await script.fill('let $total = this\nif   $totl > 5 {reject because "At most " + 5}');
    const wrong = properties.getByRole('list', { name: 'Problems' });
    await expect(wrong).toContainText('Line 2: Undefined variable');
    await expectAccessible(page);
    await wrong.getByRole('button', { name: 'Replace with $total' }).click();
    await expect(wrong).toBeHidden();

    // Hovering shows an explanation.
    await script.getByText('because').hover();
    await expect(page.getByText(/Refuses a value and says why/)).toBeVisible();

    // A shortcut formats. F2 renames a local variable everywhere, and does not rename a key of the form.
    await script.press('Shift+Alt+F');
    await expect(script.locator('.cm-line')).toHaveText([
      /^let \$total = this/,
      /^if \$total > 5 { reject because "At most " \+ 5 }/,
    ]);
    await script.locator('.cm-line').first().getByText('$total').click();
    await script.press('F2');
    await properties.getByLabel('New name for $total').fill('$sum');
    await page.keyboard.press('Enter');
    await expect(script).toContainText('let $sum = this');
    await expect(script).toContainText('if $sum > 5');

    // Each line shows its value for the entered data.
    await expect(script.locator('.cm-came-to')).toHaveText(['this = 0', '$sum = 0, → false']);

    // Tab indents, and Escape then Tab leaves the editor; the designer stays open.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(script).not.toBeFocused();
    await expect(designer).toBeVisible();

    // A dialog gives more room for the same script.
    const scripts = properties.getByRole('region', { name: 'Scripts' });
    await scripts.getByRole('button', { name: 'Expand' }).nth(1).click();
    const large = page.getByRole('dialog', { name: 'Validation script' });
    await expect(large.getByRole('textbox', { name: 'Validation script' })).toContainText('let $sum = this');
    await expectAccessible(page);
    await large.getByRole('button', { name: 'Done' }).click();
    await expect(script).toContainText('let $sum = this');

    // All scripts are in one searchable list; a click selects the widget.
    await designer.getByRole('tab', { name: 'Rules' }).click();
    const rules = designer.getByRole('region', { name: 'Rules' });
    await expect(rules.getByText('2 rules', { exact: true })).toBeVisible();
    await rules.getByRole('searchbox', { name: 'Search rules' }).fill('radio conditional');
    await expect(rules.getByText('1 of 2 rules')).toBeVisible();
    await expect(rules.getByRole('listitem')).toContainText('Uses $medium');
    await expectAccessible(page);
    await rules.getByRole('button', { name: 'Slogan' }).click();
    await expect(properties.getByRole('textbox', { name: 'Conditional script' })).toContainText('// Radio only');

    // Its condition can be built by clicks: the same text, including its comment.
    const condition = properties.getByRole('textbox', { name: 'Conditional script' });
    await properties.getByRole('button', { name: 'Conditions' }).first().click();
    const first = properties.getByRole('group', { name: 'Condition 1' });
    await choose(first, 'Comparison', 'is not');
    await choose(first, 'Value', 'tv');
    await properties.getByRole('button', { name: 'Add condition' }).click();
    const second = properties.getByRole('group', { name: 'Condition 2' });
    await choose(second, 'Field', 'Budget');
    await choose(second, 'Comparison', 'is more than');
    await second.getByLabel('Value', { exact: true }).fill('500');
    await choose(properties, 'Show when', 'any of these is true');
    await expectAccessible(page);
    await properties.getByRole('button', { name: 'Script', exact: true }).first().click();
    await expect(condition.locator('.cm-line')).toHaveText(['// Radio only', '$medium != "tv" or $budget > 500']);

    // References from outside the form are listed before a key is renamed.
    await designer.getByRole('treeitem', { name: /Budget/ }).click();
    await properties.getByLabel('Key').fill('total_budget');
    const readers = properties.getByRole('group', { name: 'Uses of budget' });
    await expect(readers).toContainText('$total_budget > 500');
    await expect(readers).toContainText('The table column budget');
    await expectAccessible(page);
    await readers.getByRole('button', { name: 'Rename' }).click();
    await expect(designer.getByRole('status')).toHaveText('Rename budget to total_budget');
  },
);

const question = (type: string, key: string, config: object = {}) =>
  column({ type, id: key, meta: { label: key, key }, config });

backOfficeTest(
  'each mistake in a script has a button that fixes it',
  async ({ page, createRecord, expectAccessible }) => {
    const layout = [
      question('text_input', 'slogan'),
      question('text_input', 'city'),
      question('number_input', 'quantity'),
      question('date_input', 'start'),
      question('checkbox', 'urgent'),
      question('multiple_select', 'media', { options: [{ value: 'radio' }, { value: 'tv' }] }),
    ];
    const root = { type: 'container', id: 'root', config: { layout } };
    const { id } = await createRecord('forms', { name: 'Mistaken', formSchema: { version: 1, root } });
    const { line, properties } = await openDesigner(page, id);
    await line(/slogan/).click();
    await properties.getByRole('button', { name: 'Scripts', exact: true }).click();
    const script = properties.getByRole('textbox', { name: 'Conditional script' });
    const problems = properties.getByRole('list', { name: 'Problems' });
    for (const [written, message, button, fixed] of [
      ['quantity > 3', "expected a statement, found 'quantity'", 'Replace with $quantity', '$quantity > 3'],
      [
        '$start < 30 days ago',
        "'today - 30 days' compares days",
        'Replace with today - 30 days',
        '$start < today - 30 days',
      ],
      ['$start > "2024-12-31"', 'got date and text', 'Insert :date', '$start > "2024-12-31":date'],
      ['$urgent == "yes"', 'got boolean and text', 'Replace with true', '$urgent == true'],
      [
        '$media',
        'a list counts as true even if it is empty',
        'Replace with not $media:is_empty',
        'not $media:is_empty',
      ],
      ['length($slogan) > 3', "found 'length'", 'Replace with $slogan:length', '$slogan:length > 3'],
      ['$slogan == null', "found 'null'", 'Replace with nothing', '$slogan == nothing'],
      ['return $urgent', "found 'return'", 'Remove', '$urgent'],
      ['$quantity <> 3', "found '>'", 'Replace with !=', '$quantity != 3'],
      ['$slogan contains "a"', "found 'contains'", 'Replace with includes', '$slogan includes "a"'],
      [
        '$urgent ? true : false',
        'Unknown token: ?',
        'Replace with if $urgent { true } else { false }',
        'if $urgent { true } else { false }',
      ],
    ] as const) {
      await script.fill(written);
      await expect(problems).toContainText(message);
      await problems.getByRole('button', { name: button, exact: true }).first().click();
      await expect(script).toContainText(fixed);
      await expect(problems).toBeHidden();
    }
    await script.fill('$start < 30 days ago');
    await expect(problems).toBeVisible();
    await expectAccessible(page);

    // The condition builder has the operators of texts. A pattern is applied once it is valid.
    await script.fill('$city starts with "WX"');
    await properties.getByRole('button', { name: 'Conditions' }).first().click();
    const condition = properties.getByRole('group', { name: 'Condition 1' });
    await expect(condition.getByLabel('Value', { exact: true })).toHaveValue('WX');
    await choose(condition, 'Comparison', 'has the pattern');
    const pattern = condition.getByRole('textbox', { name: 'Pattern' });
    await pattern.fill('');
    await pattern.pressSequentially('^[A-Z');
    await expect(condition).toContainText("This isn't a valid pattern");
    await pattern.pressSequentially(']{4}$');
    await expectAccessible(page);
    await properties.getByRole('button', { name: 'Script', exact: true }).first().click();
    await expect(script).toContainText('$city pattern "^[A-Z]{4}$"');
  },
);

backOfficeTest(
  'a form author looks up keywords, helpers and widget settings in the reference',
  async ({ page, expectAccessible }) => {
    await page.goto('/admin/forms/reference');
    await expect(page.getByRole('heading', { name: 'Reference for form authors' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Helpers' }).getByRole('row', { name: /^:length/ })).toBeVisible();
    const numbers = page.getByRole('region', { name: 'Number input' });
    await expect(numbers.getByRole('row', { name: /^precision a whole number from 0 to 15/ })).toBeVisible();
    await expectAccessible(page);
  },
);
