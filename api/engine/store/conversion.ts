import type { PropertyKind } from '#schemas/resource/kind.ts';

/** Converts a value between its stored form and its form in the API. */
export type Conversion = (value: unknown) => unknown;

/** The conversion of values that are stored as the API has them. */
export const identity: Conversion = (value) => value;

const unchanged = () => identity;

/** The kinds of properties whose values are stored as the API has them. The tables of the reader and writer have the rest. */
export const unchangedKinds = {
  text: unchanged,
  longText: unchanged,
  markdown: unchanged,
  email: unchanged,
  date: unchanged,
  phone: unchanged,
  colour: unchanged,
  money: unchanged,
  number: unchanged,
  integer: unchanged,
  boolean: unchanged,
  enum: unchanged,
} satisfies Partial<Record<PropertyKind, () => Conversion>>;
