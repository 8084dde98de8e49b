import mongoose, { type mongo } from 'mongoose';
import { storeOf } from '../../../api/engine/store/store.ts';
import { refCodeOf } from '../../../api/features/demo/orders/many-orders.ts';
import type { Client } from '../../../schemas/generated/types.ts';

/** Orders that one insert stores, with their versions. */
const batch = 1_000;
const minute = 60_000;
const newId = () => new mongoose.Types.ObjectId();

interface OrderDocument extends mongo.Document {
  _id: mongo.ObjectId;
  refCode: string;
  searchKeys: string[];
  createdAt: Date;
  updatedAt: Date;
}

interface VersionDocument extends mongo.Document {
  _id: mongo.ObjectId;
  order: mongo.ObjectId;
}

interface CopyRequest {
  /** Number of orders afterwards. */
  target: number;
  /** Clients whose lists are measured: they get no further orders. */
  measured: Client[];
  report: (line: string) => void;
}

/**
 * Copies the orders of the connected database with their versions until there are `target`. It copies stored documents,
 * because generating an order takes ten times as long. Each copy has its own id, reference code and time.
 */
export async function multiplyOrders({ target, measured, report }: CopyRequest): Promise<void> {
  await addSubstitutes(measured);
  const orders = mongoose.connection.collection<OrderDocument>('orders');
  const orderVersions = mongoose.connection.collection<VersionDocument>('order_versions');
  const other = { client: { $nin: measured.map(({ id }) => mongoose.Types.ObjectId.createFromHexString(id)) } };
  const ids = (await orders.find(other, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  const before = await orders.countDocuments();
  let number = before;
  for (let at = 0; at < ids.length; at += batch) {
    const part = { $in: ids.slice(at, at + batch) };
    const originals = await orders.find({ _id: part }).toArray();
    const versions = await orderVersions.find({ order: part }).toArray();
    // Each part of the originals gets its share, so that the last one ends at the target.
    const end = before + Math.round((target - before) * (Math.min(at + batch, ids.length) / ids.length));
    for (let copy = 1; number < end; copy += 1) {
      const from = originals.slice(0, end - number);
      const copies = from.map((order, index) => copyOf(order, number + index, copy * minute));
      const idOf = new Map(from.map(({ _id }, index) => [String(_id), copies[index]?._id]));
      const versionCopies = versions.flatMap((version) => {
        const order = idOf.get(String(version.order));
        return order ? [{ ...version, _id: newId(), order }] : [];
      });
      await Promise.all([
        orders.insertMany(copies, { ordered: false }),
        versionCopies.length > 0 ? orderVersions.insertMany(versionCopies, { ordered: false }) : undefined,
      ]);
      number += copies.length;
    }
    report(`${number.toLocaleString('en-US')} orders`);
  }
}

function copyOf(order: OrderDocument, number: number, earlier: number): OrderDocument {
  const refCode = refCodeOf(number);
  const at = (time: Date) => new Date(time.getTime() - earlier);
  const searchKeys = [refCode.toLowerCase(), ...order.searchKeys.filter((key) => key !== order.refCode.toLowerCase())];
  // As in real data, ids ascend with the time of the insert.
  const times = { createdAt: at(order.createdAt), updatedAt: at(order.updatedAt) };
  return { ...order, _id: newId(), refCode, searchKeys, ...times };
}

/** Copies the orders of measured clients once, for other clients of the same entity, with the search words of those. */
async function addSubstitutes(measured: Client[]): Promise<void> {
  const ids = measured.map(({ id }) => id);
  const clients = await storeOf('Client').find({ filter: { _id: { $nin: ids } }, only: ['treeScope'] });
  let number = await storeOf('Order').count({});
  for (const { id, treeScope } of measured) {
    const others = clients.filter((other) => other.treeScope.join() === treeScope.join());
    const orders = await storeOf('Order').find({ filter: { client: id } });
    const added = orders.map((order, index) => ({
      ...order,
      ...{ id: newId().toHexString(), refCode: refCodeOf(number + index) },
      client: others[index % others.length]?.id ?? null,
    }));
    const idOf = new Map(orders.map((order, index) => [order.id, added[index]?.id]));
    const versions = await storeOf('OrderVersion').find({ filter: { order: { $in: [...idOf.keys()] } } });
    await storeOf('Order').insertMany(added);
    await storeOf('OrderVersion').insertMany(
      versions.map(({ id: _id, order, ...version }) => ({ ...version, order: idOf.get(order) ?? order })),
    );
    number += added.length;
  }
}
