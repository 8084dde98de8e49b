import { collection, schemaOf, widget } from './form-builders.ts';
import type { FormCase } from './form-case.ts';

const empty = { emptyUntilAnswered: true };
const plans = { ...empty, options: [{ value: 'basic', label: 'Basic' }, { value: 'full' }] };
const calculated = (value: string) => ({ readonly: true, ...empty, initialValue: { value } });

const order = schemaOf(
  widget('radio', 'plan', plans, 'Plan'),
  widget('select', 'voice', plans, 'Voice'),
  widget('number_input', 'discount', { ...empty, minValue: 5, maxValue: 30, money: 'counted' }, 'Discount'),
  widget('number_input', 'price', { ...empty, required: true }, 'Price'),
  widget('number_input', 'total', calculated('($price or 0) - ($discount or 0)')),
  widget('number_input', 'strict', calculated('$price - $discount')),
  widget('checkbox', 'music', empty, 'Music'),
  widget('checkbox', 'is_new', { ...empty, required: true, presentation: 'yes_no' }, 'Is it new?'),
  widget('text_input', 'why', { ...empty, required: true }, { label: 'Why?', conditionalScript: '$plan == "basic"' }),
  widget('text_input', 'unsure', empty, { label: 'Unsure', conditionalScript: '$is_new == nothing' }),
  widget('text_input', 'old', empty, { label: 'Old', conditionalScript: '$is_new == false' }),
  collection('lines', [widget('number_input', 'spots', { ...empty, minValue: 1 }, 'Spots')], { minItems: 1 }),
);

/** Unanswered fields: they are absent from the data, from scripts and from sums (design 7, Unanswered). */
export const unansweredCases: FormCase[] = [
  {
    name: 'a form that nobody has filled in holds no answers, and conditions do not react to any',
    formSchema: order,
    data: {},
    expected: {
      data: { total: 0, lines: [{ _id: 'row0000000000001' }] },
      problems: ['/price Missing required field: Price', '/is_new Missing required field: Is it new?'],
      hidden: ['/why', '/old'],
    },
  },
  {
    name: 'answers are read as answers, No and 0 among them',
    formSchema: order,
    data: {
      plan: 'basic',
      why: 'Cheap',
      price: 0,
      discount: 5,
      is_new: false,
      music: false,
      lines: [{ _id: 'a', spots: 0 }],
    },
    expected: {
      data: {
        ...{ plan: 'basic', why: 'Cheap', price: 0, discount: 5, is_new: false, music: false },
        ...{ total: -5, strict: -5, lines: [{ _id: 'a', spots: 1 }] },
      },
      normalized: ['/lines/0/spots'],
      problems: [],
      hidden: ['/unsure'],
    },
  },
  {
    name: 'answers that were cleared again are none',
    formSchema: order,
    data: { plan: null, voice: '', price: '', discount: ' ', is_new: null, why: '', lines: [{ _id: 'a', spots: '' }] },
    expected: {
      data: { total: 0, lines: [{ _id: 'a' }] },
      problems: ['/price Missing required field: Price', '/is_new Missing required field: Is it new?'],
      hidden: ['/why', '/old'],
    },
  },
  {
    name: 'a stored form that says nothing of it has the defaults of the specification',
    formSchema: schemaOf(
      widget('radio', 'plan', { options: plans.options }),
      widget('number_input', 'discount', { minValue: 5 }),
      widget('checkbox', 'music'),
    ),
    data: {},
    expected: { data: { plan: 'basic', discount: 5, music: false }, problems: [] },
  },
];
