import type { Order } from '#schemas/generated/types.ts';
import { createBody, type JsonSchema } from '../resource/schemas/body-schema.ts';
import { resource } from '../store/model.ts';
import { type LineInput, mostLines } from './lines.ts';

type Settable = Pick<
  Order,
  | 'form'
  | 'client'
  | 'user'
  | 'channelId'
  | 'status'
  | 'changeNotes'
  | 'cancelationReason'
  | 'cancelationNotes'
  | 'formData'
>;

/** What a save of an order may say. `reason` and `autosave` are written, never read back (design 6). */
export interface OrderBody extends Partial<Settable> {
  products?: LineInput[];
  reason?: string;
  autosave?: boolean;
}

const asked = createBody(resource('Order'));
const properties = isSchema(asked.properties) ? asked.properties : {};

function isSchema(value: unknown): value is Record<string, JsonSchema> {
  return typeof value === 'object' && value !== null;
}

const { products = {}, ...rest } = properties;

/** The body of POST and PATCH: the schema's, where a line needs no more than its product. */
export const orderBody: JsonSchema = {
  ...asked,
  required: [],
  properties: {
    ...rest,
    products: {
      ...products,
      maxItems: mostLines,
      items: { ...(isSchema(products.items) ? products.items : {}), required: ['product'] },
    },
    reason: { type: 'string', title: 'Reason', maxLength: 2_000 },
    autosave: { type: 'boolean', title: 'Autosave' },
  },
};

/** A change names at least one field. */
export const orderChanges: JsonSchema = { ...orderBody, minProperties: 1 };
