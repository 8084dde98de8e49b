import { describe, expect, it } from 'vitest';
import { organizationChoices, organizationPath, organizationsWithin, organizationTree } from './organizations.ts';

const entity = (id: string, parent: string | null, ...above: string[]) => ({
  id,
  name: id.toUpperCase(),
  parent,
  treeScope: [id, ...above],
});
const east = entity('east', 'agency', 'agency', 'group');
const west = entity('west', 'agency', 'agency', 'group');
const agency = entity('agency', 'group', 'group');
const other = entity('another', null);
const places = organizationTree([west, other, east, agency]);

describe('organizations of clients', () => {
  it('placesOf sorts them as a tree and starts at the topmost visible one', () => {
    expect(places.map(({ id, depth }) => `${depth} ${id}`)).toEqual(['0 agency', '1 east', '1 west', '0 another']);
  });

  it("organizationChoices offers the tree below the channel's entity, and preselects that entity", () => {
    const { choices, first } = organizationChoices(places, 'agency');
    expect([first, choices.map(({ id }) => id)]).toEqual(['agency', ['agency', 'east', 'west']]);
  });

  it("organizationChoices preselects the only organization, but none of several below the channel's entity", () => {
    expect(organizationChoices(places, 'west')).toMatchObject({ first: 'west', choices: [{ id: 'west' }] });
    expect(organizationChoices(places, 'another')).toMatchObject({ first: 'another' });
    expect(organizationChoices(places, 'group')).toMatchObject({ first: '', choices: [{}, {}, {}] });
    expect(organizationChoices(places)).toMatchObject({ first: '', choices: [{}, {}, {}, {}] });
    expect(organizationChoices(organizationTree([other]))).toMatchObject({ first: 'another' });
  });

  it('organizationsWithin are those in the trees of the given ones', () => {
    expect(organizationsWithin(places, ['agency']).map(({ id }) => id)).toEqual(['agency', 'east', 'west']);
    expect(organizationsWithin(places, [])).toEqual([]);
  });

  it('placeOf lists the path from the top down', () => {
    expect(organizationPath({ treeScope: ['own', 'east', 'agency', 'group'] }, places)).toBe('AGENCY › EAST');
    expect(organizationPath({ treeScope: [] }, places)).toBe('');
  });
});
