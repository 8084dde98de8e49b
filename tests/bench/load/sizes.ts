import mongoose from 'mongoose';

/** The size of one collection, in bytes. */
export interface CollectionSize {
  name: string;
  documents: number;
  /** Of a document: uncompressed, and on disk. */
  document: number;
  stored: number;
  /** Of all index entries of a document, with the number of indexes. */
  index: number;
  indexes: number;
}

/** The fields of MongoDB's collStats that are used here. */
interface CollStats {
  storageStats: {
    count: number;
    size: number;
    storageSize: number;
    totalIndexSize: number;
    indexSizes: Record<string, number>;
  };
}

/** Measures all collections that are not empty, the largest first. */
export async function measureSizes(): Promise<CollectionSize[]> {
  const database = mongoose.connection.db;
  const names = (await database?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const sizes: CollectionSize[] = [];
  for (const { name } of names) {
    const [stats] = await mongoose.connection
      .collection(name)
      .aggregate<CollStats>([{ $collStats: { storageStats: {} } }])
      .toArray();
    if (!stats || stats.storageStats.count === 0) continue;
    const { count, size, storageSize, totalIndexSize, indexSizes } = stats.storageStats;
    const each = (bytes: number) => bytes / count;
    sizes.push({
      ...{ name, documents: count, indexes: Object.keys(indexSizes).length },
      ...{ document: each(size), stored: each(storageSize), index: each(totalIndexSize) },
    });
  }
  return sizes.toSorted((one, other) => weight(other) - weight(one));
}

const weight = ({ documents, stored, index }: CollectionSize) => documents * (stored + index);
