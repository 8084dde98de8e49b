import type { Faker } from '@faker-js/faker';
import type { Client, Entity } from '#schemas/generated/types.ts';
import type { DemoEntity, DemoLocation } from './entities.ts';
import { demoId, seededFaker } from './seeded.ts';

/** Business name parts, by industry. */
const trades: Record<string, string[]> = {
  Automotive: ['Tires', 'Auto Body', 'Motors', 'Car Wash'],
  Dental: ['Family Dental', 'Orthodontics'],
  'Food & drink': ['Diner', 'Bakery', 'Tavern', 'Pizza Kitchen', 'Coffee Roasters'],
  'Home services': ['Plumbing', 'Roofing', 'Heating & Air', 'Landscaping', 'Windows'],
  Legal: ['Law Offices', 'Injury Law'],
  Retail: ['Furniture', 'Jewelers', 'Hardware', 'Garden Center', 'Outfitters'],
  Health: ['Physical Therapy', 'Eye Care', 'Pharmacy'],
  Fitness: ['Gym', 'Yoga Studio'],
  Finance: ['Credit Union', 'Insurance Agency'],
  Education: ['Driving School', 'Music School'],
};

export type DemoClient = Omit<Client, 'revision' | 'createdAt' | 'updatedAt' | 'aliases' | 'distinctFrom'> & {
  createdAt: Date;
};
export type DemoClientEntity = Pick<Entity, 'id' | 'name' | 'parent' | 'subType' | 'client' | 'treeScope'>;

/**
 * Generates sixty local businesses, each with an entity below a branch (design 4), created at random times between
 * `from` and `to`.
 */
export function demoClients(
  entities: DemoEntity[],
  { from, to }: { from: Date; to: Date },
): { clients: DemoClient[]; entities: DemoClientEntity[] } {
  const random = seededFaker(2);
  const branches = entities.flatMap((entity) => (entity.place ? [{ ...entity, place: entity.place }] : []));
  const taken = new Set<string>();
  const clients = Array.from({ length: 60 }, (_, number) => {
    const branch = branches[number % branches.length];
    return branch ? [clientOf({ random, number, branch, taken, createdAt: random.date.between({ from, to }) })] : [];
  }).flat();
  return {
    clients,
    entities: clients.map(({ id, name, treeScope: [entity = '', parent = null, ...above] }) => ({
      id: entity,
      name,
      parent,
      subType: 'client',
      client: id,
      treeScope: [entity, ...(parent ? [parent] : []), ...above],
    })),
  };
}

interface Sketch {
  random: Faker;
  number: number;
  branch: DemoEntity & { place: DemoLocation };
  taken: Set<string>;
  createdAt: Date;
}

function clientOf({ random, number, branch, taken, createdAt }: Sketch): DemoClient {
  const { place, treeScope } = branch;
  const { name, owner, industry } = businessOf(random, taken);
  const suffix = random.helpers.arrayElement(['', ' LLC', ' Inc.', ' & Sons']);
  return {
    id: demoId('client', number),
    externalId: `C-${10_001 + number}`,
    name,
    businessName: `${name}${suffix}`,
    businessOwner: owner,
    businessAddress: {
      street: random.location.streetAddress(),
      city: place.city,
      state: place.state,
      zip: `${place.zip}${random.string.numeric(2)}`,
    },
    website: `https://www.${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example.com`,
    phoneNumber: `(${place.areaCode}) 555-01${random.string.numeric(2)}`,
    industry,
    treeScope: [demoId('client-entity', number), ...treeScope],
    createdAt,
  };
}

function businessOf(random: Faker, taken: Set<string>): { name: string; owner: string; industry: string } {
  const [industry, kinds] = random.helpers.objectEntry(trades);
  const family = random.person.lastName();
  const name = `${family} ${random.helpers.arrayElement(kinds)}`;
  if (taken.has(name)) return businessOf(random, taken);
  taken.add(name);
  return { name, owner: `${random.person.firstName()} ${family}`, industry };
}
