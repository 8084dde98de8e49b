import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { isNightly } from '#tests/runner/sweep.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { createDraftOn, layoutRow, openDesigner } from './open-designer.ts';

backOfficeTest(
  'a radio campaign is built by keyboard alone, and renaming a key updates 40 scripts',
  async ({ page, createRecord, callElsewhere }) => {
    const reader = (number: number) => ({
      type: 'number_input',
      meta: { key: `part${number}`, label: `Part ${number}`, validationScript: 'if this > $base { reject }' },
    });
    const layout = [
      layoutRow({ type: 'number_input', meta: { key: 'base', label: 'Base' } }),
      ...Array.from({ length: 40 }, (_, number) => layoutRow(reader(number))),
    ];
    const { id } = await createRecord('forms', {
      name: 'Radio, by keys',
      formSchema: { version: 1, root: { type: 'container', config: { layout } } },
    });
    const { properties, line, added, designer, status } = await openDesigner(page, id);
    const press = async (target: Locator, key = 'Enter') => {
      await target.focus();
      await page.keyboard.press(key);
    };
    const write = async (target: Locator, text: string) => {
      await press(target, 'Control+a');
      await page.keyboard.insertText(text);
    };
    const name = async (label: string, key: string) => {
      await write(properties.getByLabel('Label', { exact: true }), label);
      await write(properties.getByLabel('Key'), key);
      await page.keyboard.press('Enter');
    };
    const options = async (...all: [value: string, label: string][]) => {
      for (const [index, [value, label]] of all.entries()) {
        await press(properties.getByRole('button', { name: 'Add to options' }));
        const option = properties.getByRole('group', { name: `Options ${index + 1}`, exact: true });
        await write(option.getByLabel('Value'), value);
        await write(option.getByLabel('Label'), label);
      }
    };

    // Scripts that read a key follow its renaming; deleting two and undoing restores both.
    await press(line(/^The whole form/), 'Home');
    await page.keyboard.press('ArrowDown');
    await write(properties.getByLabel('Key'), 'floor');
    await expect(properties.getByRole('group', { name: 'Uses of base' }).getByRole('listitem')).toHaveCount(40);
    await press(properties.getByRole('button', { name: 'Rename', exact: true }));
    await expect(status).toHaveText('Rename base to floor');
    await press(line(/^Base/), 'End');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    await expect(status).toHaveText('Delete 2 widgets');
    await page.keyboard.press('Control+z');
    await expect(line(/^Part 39/)).toBeVisible();

    await press(line(/^Base/), 'Home');
    await press(added('Container'));
    await expect(line(/^Container/)).toHaveAttribute('aria-selected', 'true');
    await write(properties.getByLabel('Label', { exact: true }), 'The campaign');
    await press(properties.getByRole('checkbox', { name: 'Boxed' }), 'Space');
    await press(added('Text'));
    await expect(line(/^Text/)).toHaveAttribute('aria-level', '3');
    await name('Campaign name', 'campaign_name');
    await press(properties.getByRole('checkbox', { name: 'Required' }), 'Space');
    await press(added('Select'));
    await name('Market', 'market');
    await options(['boston', 'Boston'], ['austin', 'Austin']);

    // The market moves above the name by a key, out of the container by a menu, and beside the name by a dialog.
    await press(line(/^Market/), 'Alt+ArrowUp');
    await expect(status).toHaveText('Move Market: row 1 of The campaign');
    await expect(line(/^Market/)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Move Market: row 43 of the form');
    await press(line(/^Market/), 'Shift+F10');
    for (let down = 0; down < 4; down += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const moving = page.getByRole('dialog', { name: 'Move Market' });
    await press(moving.getByLabel('Target'), 'End');
    await press(moving.getByLabel('Position'), 'End');
    await press(moving.getByRole('button', { name: 'Move', exact: true }));
    await expect(status).toHaveText('Move Market: row 1 of The campaign, column 2');

    await press(line(/^Market/), 'ArrowUp');
    await page.keyboard.press('ArrowUp');
    await press(added('Radio buttons'));
    await name('What is it for?', 'goal');
    await options(['sale', 'A sale'], ['event', 'An event']);
    await press(added('Text'));
    await name('Name of the event', 'event_name');
    await press(properties.getByRole('button', { name: 'Scripts' }));
    await write(properties.getByRole('textbox', { name: 'Conditional script' }), '$goal == "event"');
    await press(line(/^Base/), 'Home');
    await press(added('Table'));
    await name('Flights', 'flights');
    await press(added('Number'));
    await name('Spots', 'spots');
    await press(line(/^Spots/), 'ArrowUp');
    await press(added('Number'));
    await name('Rate', 'rate');
    await press(line(/^Base/), 'Home');
    await press(added('Number'));
    await name('Budget', 'budget');
    const rule = 'if $flights:length > 1 and this < 500 { reject because "Two flights cost at least $500" }';
    await write(properties.getByRole('textbox', { name: 'Validation script' }), rule);

    await press(designer.getByRole('button', { name: 'Done' }));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const { formSchema } = Object((await callElsewhere({ path: `/api/forms/${id}` })).body);
    const written = JSON.stringify(formSchema);
    expect(written.split('if this > $floor { reject }')).toHaveLength(41);
    expect(written).not.toContain('$base');
    const keyed = (key: string, more: object = {}) => ({ widget: { meta: { key, ...more } } });
    const built = formSchema.root.config.layout.slice(41).map(({ columns }: { columns: object[] }) => columns);
    expect(built).toMatchObject([
      [
        {
          widget: {
            type: 'container',
            config: {
              boxed: true,
              layout: [
                { columns: [keyed('campaign_name'), keyed('market')] },
                { columns: [keyed('goal')] },
                { columns: [keyed('event_name', { conditionalScript: '$goal == "event"' })] },
              ],
            },
          },
        },
      ],
      [
        {
          widget: {
            meta: { key: 'flights' },
            config: { elements: { config: { layout: [{ columns: [keyed('spots')] }, { columns: [keyed('rate')] }] } } },
          },
        },
      ],
      [keyed('budget', { validationScript: rule })],
    ]);

    // An order on it is validated and submitted for approval.
    const filled = {
      campaign_name: 'Spring tires',
      market: 'austin',
      goal: 'sale',
      flights: [{ spots: 12 }, { spots: 8 }],
    };
    const order = await createDraftOn(createRecord, {
      form: id,
      slug: 'keyed-waves',
      formData: { ...filled, budget: 100 },
    });
    const sent = (budget: number) =>
      callElsewhere({
        ...{ method: 'PATCH', path: `/api/orders/${order.id}` },
        body: { formData: { ...filled, budget }, status: 'PENDING' },
      });
    const rejected = await sent(100);
    expect(rejected.status).toBe(422);
    expect(JSON.stringify(rejected.body)).toContain('Two flights cost at least $500');
    expect(await sent(900)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  },
);

/** A seeded random number generator between 0 and 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const edits = 200;

// `npm test` has the property test of the history (schemas/designing/undo-history.test.ts).
if (isNightly())
  backOfficeTest(
    `${edits} random edits by key, palette and property undo to exactly the original form`,
    async ({ page, createRecord }) => {
      backOfficeTest.setTimeout(240_000);
      const field = (type: string, key: string, more: object = {}) => ({ type, meta: { key, label: key, ...more } });
      const part = {
        ...{ type: 'container', meta: { label: 'Part' } },
        config: {
          layout: [
            layoutRow(field('text_input', 'headline'), field('select', 'market')),
            layoutRow(field('date_input', 'day')),
          ],
        },
      };
      const inside = { type: 'container', config: { layout: [layoutRow(field('number_input', 'spots'))] } };
      const layout = [
        layoutRow(part),
        layoutRow({ ...field('table', 'flights'), config: { elements: inside } }),
        layoutRow(field('number_input', 'budget', { validationScript: 'if this < $flights:length { reject }' })),
      ];
      const formSchema = { version: 1, root: { type: 'container', config: { layout } } };
      const { id } = await createRecord('forms', { name: 'Random', formSchema });
      const { designer, properties, tree, line, added } = await openDesigner(page, id);
      const exported = async () => {
        await designer.getByRole('tab', { name: 'JSON' }).click();
        const download = page.waitForEvent('download');
        await designer.getByRole('button', { name: 'Export to file' }).click();
        const text = await readFile(await (await download).path(), 'utf8');
        await designer.getByRole('tab', { name: 'Design' }).click();
        return text;
      };
      const before = await exported();
      const random = randomFrom(14);
      const oneOf = (all: readonly string[]) => all[Math.floor(random() * all.length)] ?? '';
      const ways = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End'];
      const keys = ['Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowLeft', 'Alt+ArrowRight', 'Control+d', 'Delete', 'Delete'];
      await line(/^The whole form/).click();
      for (let act = 0; act < edits; act += 1) {
        await page.keyboard.press(oneOf(ways));
        if (act % 10 === 0) await added(oneOf(['Text', 'Container', 'Table', 'Banner'])).press('Enter');
        else if (act % 10 === 5) await properties.getByLabel('Label', { exact: true }).fill(`Label ${act}`);
        else await page.keyboard.press(oneOf(keys));
        if (act % 5 === 0) await tree.locator('[tabindex="0"]').focus();
      }
      expect(await exported()).not.toBe(before);
      const undo = designer.getByRole('button', { name: 'Undo', exact: true });
      await tree.locator('[tabindex="0"]').focus();
      await page.keyboard.down('Control');
      for (let act = 0; act < edits; act += 1) await page.keyboard.press('z');
      await page.keyboard.up('Control');
      await expect(undo).toBeDisabled();
      expect(await exported()).toBe(before);
    },
  );
