import { expect, it } from 'vitest';
import { errorsIn } from './form-errors.ts';

it('form errors are collected from any depth with the names of their inputs', () => {
  const server = (message: string) => ({ type: 'server', message, ref: { name: 'x', message: 'not this' } });
  const errors = {
    name: { type: 'required', message: 'Missing required field: Name' },
    key: server('Must be lower case'),
    includedProducts: { 1: { min: server('Must be >= 0') }, root: server('Too many') },
    rows: [undefined, { title: server('Too short') }],
    businessAddress: { zip: server('Too long') },
  };
  expect(errorsIn(errors)).toEqual([
    { path: 'name', message: 'Missing required field: Name' },
    { path: 'key', message: 'Must be lower case' },
    { path: 'includedProducts.1.min', message: 'Must be >= 0' },
    { path: 'includedProducts', message: 'Too many' },
    { path: 'rows.1.title', message: 'Too short' },
    { path: 'businessAddress.zip', message: 'Too long' },
  ]);
});
