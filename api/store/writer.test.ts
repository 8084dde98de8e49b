import mongoose from 'mongoose';
import { describe, expect, it } from 'vitest';
import { resource } from './model.ts';
import { recordReader } from './reader.ts';
import { recordWriter } from './writer.ts';

const { document: write } = recordWriter(resource('Order'));
const read = recordReader(resource('Order'));
const id = (digit: string) => digit.repeat(24);

const order = {
  id: id('a'),
  revision: 3,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-02-02T03:04:05.678Z',
  form: id('b'),
  user: id('c'),
  channelId: id('d'),
  client: null,
  submissionDate: '2026-01-03T00:00:00.000Z',
  products: [{ id: 'x'.repeat(16), product: id('e'), data: { weeks: 4 } }],
  treeScope: [id('f'), id('1')],
  formData: { start: '2026-01-02T03:04:05.678Z', owner: id('b') },
};

describe('a record written as one of many', () => {
  it('reads as it was, with the defaults of its schema', () => {
    expect(read(write(order), false)).toEqual({
      ...order,
      status: 'DRAFT',
      formVersion: 1,
      changeDate: null,
      cancelationReason: null,
      cancelationDate: null,
      actions: [],
      amount: null,
      approval: null,
      campaign: null,
      clientName: null,
      userName: null,
      columnTexts: '',
      files: [],
      validationMode: 'NORMAL',
      versionCount: 0,
      openVersion: null,
      lastActor: null,
      onboardedAt: null,
      sentBackReason: null,
      waitingSince: null,
      bypassRequestedBy: null,
      waivers: [],
    });
  });

  it('stores references and dates in the types of the database, also in lists, and free data as they are', () => {
    const document = write(order);
    expect(document._id).toBeInstanceOf(mongoose.Types.ObjectId);
    expect(document.treeScope).toEqual(order.treeScope.map((each) => new mongoose.Types.ObjectId(each)));
    expect(document.products).toMatchObject([{ product: new mongoose.Types.ObjectId(id('e')) }]);
    expect(document.submissionDate).toEqual(new Date(order.submissionDate));
    expect(document.formData).toEqual(order.formData);
  });

  it('begins at revision 1, now, under an id of its own, where nothing else is said', () => {
    const { _id, revision, createdAt, updatedAt } = write({ form: id('b') });
    expect({ _id, revision, createdAt, updatedAt }).toEqual({
      _id: expect.any(mongoose.Types.ObjectId),
      revision: 1,
      createdAt: expect.any(Date),
      updatedAt: createdAt,
    });
  });

  it('gives no two records the same default to change', () => {
    expect(write({}).actions).not.toBe(write({}).actions);
  });

  it('is refused with a field that its schema does not have', () => {
    expect(() => write({ colour: 'red' })).toThrow('Order has no field colour');
  });
});
