import type { Entity } from '#schemas/generated/types.ts';
import { demoId } from './seeded.ts';

/** A node of the demo organization; `place` is the location of its clients. */
interface Node {
  slug: string;
  name: string;
  shortName: string;
  place?: DemoLocation;
  below?: Node[];
}

export interface DemoLocation {
  city: string;
  state: string;
  /** The first three digits. */
  zip: string;
  areaCode: string;
}

/** Three agencies in a tree of twelve entities. */
const tree: Node[] = [
  {
    slug: 'harborlight',
    name: 'Harborlight Media',
    shortName: 'Harborlight',
    below: [
      {
        slug: 'harborlight-east',
        name: 'Harborlight East',
        shortName: 'East',
        below: [
          {
            slug: 'harborlight-boston',
            name: 'Harborlight Boston',
            shortName: 'Boston',
            place: { city: 'Boston', state: 'MA', zip: '021', areaCode: '617' },
          },
          {
            slug: 'harborlight-providence',
            name: 'Harborlight Providence',
            shortName: 'Providence',
            place: { city: 'Providence', state: 'RI', zip: '029', areaCode: '401' },
          },
        ],
      },
      {
        slug: 'harborlight-midwest',
        name: 'Harborlight Midwest',
        shortName: 'Midwest',
        below: [
          {
            slug: 'harborlight-chicago',
            name: 'Harborlight Chicago',
            shortName: 'Chicago',
            place: { city: 'Chicago', state: 'IL', zip: '606', areaCode: '312' },
          },
        ],
      },
    ],
  },
  {
    slug: 'copperfield',
    name: 'Copperfield Radio Partners',
    shortName: 'Copperfield',
    below: [
      {
        slug: 'copperfield-austin',
        name: 'Copperfield Austin',
        shortName: 'Austin',
        place: { city: 'Austin', state: 'TX', zip: '787', areaCode: '512' },
      },
      {
        slug: 'copperfield-san-antonio',
        name: 'Copperfield San Antonio',
        shortName: 'San Antonio',
        place: { city: 'San Antonio', state: 'TX', zip: '782', areaCode: '210' },
      },
    ],
  },
  {
    slug: 'bluestem',
    name: 'Bluestem Digital',
    shortName: 'Bluestem',
    below: [
      {
        slug: 'bluestem-denver',
        name: 'Bluestem Denver',
        shortName: 'Denver',
        place: { city: 'Denver', state: 'CO', zip: '802', areaCode: '303' },
      },
      {
        slug: 'bluestem-boulder',
        name: 'Bluestem Boulder',
        shortName: 'Boulder',
        place: { city: 'Boulder', state: 'CO', zip: '803', areaCode: '720' },
      },
    ],
  },
];

export type DemoEntity = Pick<Entity, 'id' | 'name' | 'parent' | 'treeScope'> & {
  slug: string;
  shortName: string;
  place?: DemoLocation;
};

/** Returns the demo entities, ancestors first. */
export function demoEntities(): DemoEntity[] {
  return tree.flatMap((node) => withBelow(node, []));
}

function withBelow({ slug, name, shortName, place, below = [] }: Node, above: string[]): DemoEntity[] {
  const id = demoId('entity', slug);
  const treeScope = [id, ...above];
  const own = { id, slug, name, shortName, parent: above[0] ?? null, treeScope, ...(place ? { place } : {}) };
  return [own, ...below.flatMap((node) => withBelow(node, treeScope))];
}
