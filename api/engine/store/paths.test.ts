import { describe, expect, it } from 'vitest';
import { resource } from './model.ts';
import { pathReader, recordReader } from './reader.ts';
import { collectReferences, deletableReferences, referenceFieldsTo } from './reference-paths.ts';

const id = (digit: string) => digit.repeat(24);

describe('the value at a path of a record', () => {
  it.each([
    [{ a: { b: 1 } }, 1],
    [{ a: [{ b: 1 }, { b: [2, 3] }, {}, null] }, [1, 2, 3]],
    [{ a: null }, undefined],
    [{ a: 'text' }, undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('the value at a path of a record of %j is %j', (record, found) => {
    expect(pathReader(['a', 'b'])(record)).toEqual(found);
  });
});

describe('reading a document stored before its schema had all of its fields', () => {
  const read = recordReader(resource('Client'));
  const document = { _id: id('a'), name: 'Bakery', junk: 1, treeScope: [id('b')] };

  it('fills in the defaults of the schema and drops unknown fields', () => {
    const record = read(document, true);
    expect(record).toMatchObject({ id: id('a'), name: 'Bakery', treeScope: [id('b')] });
    const lacking = Object.values(record).filter((value) => value === undefined);
    expect(lacking).toEqual([]);
    expect(record).not.toHaveProperty('junk');
  });

  it('adds no defaults when only some paths were selected', () => {
    expect(read({ _id: id('a'), name: 'Bakery' }, false)).toStrictEqual({ id: id('a'), name: 'Bakery' });
  });
});

describe('references to a record', () => {
  it('include all stored references in any nesting, except treeScope', () => {
    const places = referenceFieldsTo('Product').map(({ name, path }) => `${name}.${path}`);
    expect(places).toEqual(
      expect.arrayContaining(['Order.products.product', 'Product.parent', 'Product.includedProducts.productId']),
    );
    const ofEntity = referenceFieldsTo('Entity').map(({ name, path }) => `${name}.${path}`);
    expect(ofEntity).toEqual(expect.arrayContaining(['Entity.parent', 'Channel.entityId']));
    expect(ofEntity.filter((place) => place.endsWith('treeScope'))).toEqual([]);
  });

  it('exclude those of internal resources', () => {
    const names = referenceFieldsTo('Order').map(({ name }) => name);
    expect(names).not.toContain('OrderVersion');
    expect(names).not.toContain('OrderState');
  });

  it('are listed with their paths when their target can be deleted', () => {
    const references = deletableReferences(resource('Order'));
    const order = { client: id('a'), user: id('b'), treeScope: [id('c')], products: [{ product: id('d') }, {}] };
    expect(references(order)).toEqual(
      [
        { type: 'Product', id: id('d'), path: '/products/0/product' },
        { type: 'Client', id: id('a'), path: '/client' },
      ].toSorted((one, other) => fieldsOf.indexOf(one.path) - fieldsOf.indexOf(other.path)),
    );
    expect(deletableReferences(resource('OrderVersion'))({ order: id('a') })).toEqual([]);
  });

  it('are empty for a null value or a property without x-ref', () => {
    expect(collectReferences({ type: 'string', 'x-ref': 'Client' }, null, '/client')).toEqual([]);
    expect(collectReferences({ type: 'string' }, id('a'), '/name')).toEqual([]);
  });
});

/** In the order of the schema. */
const fieldsOf = resource('Order').fields.flatMap(({ name }) =>
  name === 'products' ? ['/products/0/product'] : [`/${name}`],
);
