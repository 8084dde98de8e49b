import { hasThumbnail } from '#schemas/files/thumbnails.ts';
import type { File, Order, ProofOfWork } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { thumbnailOf } from '../../engine/files/thumbnails.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { shareKind } from '../shares/share-kind.ts';

/** Limits per share link: it opens a page to read and print. */
const limits = { proof: 200, pictures: 60 };

const text = { type: ['string', 'null'] };
const id = { type: 'string' };
const proof = {
  type: 'object',
  properties: {
    id,
    name: { type: 'string' },
    date: { type: 'string', format: 'date-time' },
    module: text,
    notes: text,
    status: text,
    pictures: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id,
          name: { type: 'string' },
          address: { type: 'string', description: 'The thumbnail as a data: URL.' },
        },
        required: ['id', 'name', 'address'],
        additionalProperties: false,
      },
    },
    files: { type: 'array', items: { type: 'string' }, description: 'The names of the files that are not images.' },
  },
  required: ['id', 'name', 'date', 'module', 'notes', 'status', 'pictures', 'files'],
  additionalProperties: false,
};

/** Share link of an order's proof of work: grouped by line, entries for the whole order last. */
export const proofShare = shareKind('Order', {
  shown: {
    type: 'object',
    properties: {
      refCode: { type: 'string' },
      client: text,
      isWhole: {
        type: 'boolean',
        description: 'Whether the list is complete. If not, it contains the newest entries.',
      },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: text, name: text, proof: { type: 'array', items: proof } },
          required: ['id', 'name', 'proof'],
          additionalProperties: false,
        },
      },
    },
    required: ['refCode', 'client', 'isWhole', 'lines'],
    additionalProperties: false,
  },
  nameOf: ({ refCode }) => `Proof of work for ${refCode}`,
  show: async (order, maker) => {
    const found = await proofFor(order, maker);
    const shown = await withFiles(found.slice(0, limits.proof));
    const names = await namesOf(order);
    const lines = [...order.products.map(({ id }) => id), undefined].map((line) => ({
      id: line ?? null,
      name: line === undefined ? null : (names.get(line) ?? null),
      proof: shown.filter(
        ({ orderProductId }) => orderProductId === line || (!line && !names.has(orderProductId ?? '')),
      ),
    }));
    const client = order.client ? await storeOf('Client').findOne({ _id: order.client }) : null;
    return {
      refCode: order.refCode,
      client: client?.businessName ?? null,
      isWhole: found.length <= limits.proof,
      lines: lines.filter((line) => line.proof.length > 0),
    };
  },
});

/** The proof of work that the link's maker may currently read, without hidden entries. */
async function proofFor(order: Order, maker: Viewer): Promise<ProofOfWork[]> {
  const shown = { orderId: order.id, hidden: { $ne: true } };
  return await storeOf('ProofOfWork').find({
    filter: { $and: [shown, allowedFilter(maker, 'read', 'ProofOfWork'), await visibleImportsFilter()] },
    sort: ['-date'],
    limit: limits.proof + 1,
  });
}

async function namesOf({ products }: Order): Promise<Map<string, string>> {
  const ids = [...new Set(products.map(({ product }) => product))];
  const found = await storeOf('Product').find({ filter: { _id: { $in: ids } }, only: ['name'] });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return new Map(
    products.map(({ id, product, key }) => [id, names.get(product) ?? (key ? labelOf(key) : 'A product')]),
  );
}

/** Adds thumbnails, newest first up to the limit, and the names of all other files. */
async function withFiles(found: ProofOfWork[]) {
  const ids = found.flatMap(({ files }) => files);
  const files = new Map((await storeOf('File').find({ filter: { _id: { $in: ids } } })).map((file) => [file.id, file]));
  const thumbnails = { count: 0 };
  const shown = [];
  for (const { id, name, date, module = null, notes = null, status = null, orderProductId, files: fileIds } of found) {
    const pictures = [];
    const others = [];
    for (const file of [...new Set(fileIds)].flatMap((each) => files.get(each) ?? [])) {
      const address = thumbnails.count < limits.pictures ? await pictureOf(file) : undefined;
      if (address) thumbnails.count += 1;
      if (address) pictures.push({ id: file.id, name: file.name, address });
      else others.push(file.name);
    }
    shown.push({ id, name, date, module, notes, status, orderProductId, pictures, files: others });
  }
  return shown;
}

/**
 * The thumbnail as a data URL, because a visitor without a session cannot load files. Undefined when no thumbnail can
 * be made. Throws errors that may be temporary.
 */
async function pictureOf(file: File): Promise<string | undefined> {
  if (!hasThumbnail(file.mimeType)) return undefined;
  try {
    const bytes = await thumbnailOf(file, 'large');
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_INOPERABLE') return undefined;
    throw error;
  }
}
