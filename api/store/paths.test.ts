import { describe, expect, it } from 'vitest';
import { resource } from './model.ts';
import { pathReader } from './path-reader.ts';
import { recordReader } from './reader.ts';
import { referencesIn, referringTo, removableReferences } from './reference-paths.ts';

const id = (digit: string) => digit.repeat(24);

describe('what stands at a path of a record', () => {
  it.each([
    [{ a: { b: 1 } }, 1],
    [{ a: [{ b: 1 }, { b: [2, 3] }, {}, null] }, [1, 2, 3]],
    [{ a: null }, undefined],
    [{ a: 'text' }, undefined],
    [null, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('of %j is %j', (record, found) => {
    expect(pathReader(['a', 'b'])(record)).toEqual(found);
  });
});

describe('a document that was stored before its schema had all of its fields', () => {
  const read = recordReader(resource('Client'));
  const document = { _id: id('a'), name: 'Bakery', junk: 1, treeScope: [id('b')] };

  it('is read with the defaults of the schema, and with nothing else', () => {
    const record = read(document, true);
    expect(record).toMatchObject({ id: id('a'), name: 'Bakery', treeScope: [id('b')] });
    const lacking = Object.values(record).filter((value) => value === undefined);
    expect(lacking).toEqual([]);
    expect(record).not.toHaveProperty('junk');
  });

  it('is read as it stands where only some paths were asked for', () => {
    expect(read({ _id: id('a'), name: 'Bakery' }, false)).toStrictEqual({ id: id('a'), name: 'Bakery' });
  });
});

describe('what names a record', () => {
  it('are the references of all that people keep, wherever they stand, and not the line above', () => {
    const places = referringTo('Product').map(({ name, path }) => `${name}.${path}`);
    expect(places).toEqual(
      expect.arrayContaining(['Order.products.product', 'Product.parent', 'Product.includedProducts.productId']),
    );
    const ofEntity = referringTo('Entity').map(({ name, path }) => `${name}.${path}`);
    expect(ofEntity).toEqual(expect.arrayContaining(['Entity.parent', 'Channel.entityId']));
    expect(ofEntity.filter((place) => place.endsWith('treeScope'))).toEqual([]);
  });

  it('is not what the product keeps for itself', () => {
    const names = referringTo('Order').map(({ name }) => name);
    expect(names).not.toContain('OrderVersion');
    expect(names).not.toContain('OrderState');
  });

  it('is told with its place, of what may be removed alone', () => {
    const references = removableReferences(resource('Order'));
    const order = { client: id('a'), user: id('b'), treeScope: [id('c')], products: [{ product: id('d') }, {}] };
    expect(references(order)).toEqual(
      [
        { type: 'Product', id: id('d'), path: '/products/0/product' },
        { type: 'Client', id: id('a'), path: '/client' },
      ].toSorted((one, other) => fieldsOf.indexOf(one.path) - fieldsOf.indexOf(other.path)),
    );
    expect(removableReferences(resource('OrderVersion'))({ order: id('a') })).toEqual([]);
  });

  it('is nothing where nothing is named', () => {
    expect(referencesIn({ type: 'string', 'x-ref': 'Client' }, null, '/client')).toEqual([]);
    expect(referencesIn({ type: 'string' }, id('a'), '/name')).toEqual([]);
  });
});

/** In the order of the schema. */
const fieldsOf = resource('Order').fields.flatMap(({ name }) =>
  name === 'products' ? ['/products/0/product'] : [`/${name}`],
);
