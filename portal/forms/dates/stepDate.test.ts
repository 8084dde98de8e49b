import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DatePrecision, dateKind, parseTypedDate } from '../typed/typedKinds.ts';
import { stepDate } from './stepDate.ts';

const options = { today: () => '2026-11-25' };

/** Runs `stepDate` on a text in which | marks the caret, or [ and ] a selection. */
function stepped(marked: string, by: 1 | -1, picking: DatePrecision, more = {}) {
  const text = marked.replace(/[|[\]]/g, '');
  const from = marked.search(/[|[]/);
  const to = marked.includes(']') ? marked.indexOf(']') - 1 : from;
  const step = stepDate({ text, selection: { from, to }, by }, picking, { ...options, ...more });
  return step && `${step.text.slice(0, step.from)}[${step.text.slice(step.from, step.to)}]${step.text.slice(step.to)}`;
}

describe('stepDate', () => {
  it.each<[string, 1 | -1, DatePrecision, string | undefined]>([
    ['3|/31/2026', 1, 'day', '[4]/30/2026'],
    ['|3/31/2026', -1, 'day', '[2]/28/2026'],
    ['3/31|/2026', 1, 'day', '4/[1]/2026'],
    ['3/|1/2026', -1, 'day', '2/[28]/2026'],
    ['3/31/20|26', 1, 'day', '3/31/[2027]'],
    ['2/29/2024|', -1, 'day', '2/28/[2023]'],
    ['[3/31/2026]', 1, 'day', '4/[1]/2026'],
    ['31|-Mar-26', 1, 'day', '4/[1]/2026'],
    ['31-M|ar-26', 1, 'day', '[4]/30/2026'],
    ['31-Mar-2|6', 1, 'day', '3/31/[2027]'],
    ['2026-0|3-31', 1, 'day', '[4]/30/2026'],
    ['March 3|1, 2026', -1, 'day', '3/[30]/2026'],
    ['5/5|/2026', 1, 'day', '5/[6]/2026'],
    ['|', 1, 'day', '11/[25]/2026'],
    ['t|', 1, 'day', '11/[26]/2026'],
    ['3/31/|', 1, 'day', undefined],
    ['1/1|/1900', -1, 'day', undefined],
    ['12/31|/9999', 1, 'day', undefined],
    ['Mar|ch 2026', 1, 'month', '[April] 2026'],
    ['3/202|6', -1, 'month', 'March [2025]'],
    ['[]', -1, 'month', '[November] 2026'],
    ['3/31/2026 8|:30 PM', 1, 'moment', '3/31/2026 [9]:30 PM'],
    ['3/31/2026 11|:30 PM', 1, 'moment', '4/1/2026 [12]:30 AM'],
    ['3/31/2026 8:30| PM', 1, 'moment', '3/31/2026 8:[31] PM'],
    ['3/31/2026 8:30 P|M', 1, 'moment', '3/31/2026 8:30 [AM]'],
    ['3/31|/2026', 1, 'moment', '4/[1]/2026'],
    ['9|:30 AM', 1, 'time', '[10]:30 AM'],
    ['11:59| PM', 1, 'time', '12:[00] AM'],
    ['9:30:15 A|M', -1, 'time', '9:30:15 [PM]'],
    ['14|:30', -1, 'time', '[1]:30 PM'],
    ['noo|n', 1, 'time', '[1]:00 PM'],
    ['|', 1, 'time', '[12]:00 PM'],
  ])('in %j by %i in a %s field gives %j', (marked, by, picking, result) => {
    expect(stepped(marked, by, picking)).toBe(result);
  });

  it("steps back to the field's minYear", () => {
    expect(stepped('1/1|/1900', -1, 'day', { minYear: 1700 })).toBe('12/[31]/1899');
  });

  it('steps to a parsable other date, and stepping back restores days, minutes and AM or PM', () => {
    const pickings: DatePrecision[] = ['day', 'month', 'moment', 'time'];
    const moments = fc.date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.constantFrom(...pickings), fc.nat(30), (moment, picking, caret) => {
        const iso = `${moment.toISOString().slice(0, 16)}:00.000Z`;
        const values = { day: iso.slice(0, 10), month: `${iso.slice(0, 7)}-01`, moment: iso, time: iso.slice(11, 16) };
        const text = dateKind(picking, options).format(values[picking]);
        const selection = { from: Math.min(caret, text.length), to: Math.min(caret, text.length) };
        const up = stepDate({ text, selection, by: 1 }, picking, options);
        expect(up && parseTypedDate(up.text, picking, options)).toMatchObject({ status: 'value', value: up?.value });
        expect(up?.value).not.toBe(values[picking]);
        const down = up && stepDate({ text: up.text, selection: up, by: -1 }, picking, options);
        const isRegular = moment.getUTCDate() < 28;
        if (isRegular) expect(down?.value).toBe(values[picking]);
      }),
    );
  });
});
