import { describe, expect, it } from 'vitest';
import { choicesFor, placeOf, placesOf } from './places.ts';

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
const places = placesOf([west, other, east, agency]);

describe('the places of clients', () => {
  it('stand in the order of the tree, below what one may see of it', () => {
    expect(places.map(({ id, depth }) => `${depth} ${id}`)).toEqual(['0 agency', '1 east', '1 west', '0 another']);
  });

  it('begin with the entity of the channel, and are those of its tree', () => {
    const { choices, first } = choicesFor(places, 'agency');
    expect([first, choices.map(({ id }) => id)]).toEqual(['agency', ['agency', 'east', 'west']]);
  });

  it('are no question where there is one, and one where the entity of the channel is above several', () => {
    expect(choicesFor(places, 'west')).toMatchObject({ first: 'west', choices: [{ id: 'west' }] });
    expect(choicesFor(places, 'another')).toMatchObject({ first: 'another' });
    expect(choicesFor(places, 'group')).toMatchObject({ first: '', choices: [{}, {}, {}] });
    expect(choicesFor(places)).toMatchObject({ first: '', choices: [{}, {}, {}, {}] });
    expect(choicesFor(placesOf([other]))).toMatchObject({ first: 'another' });
  });

  it('are told from the top down', () => {
    expect(placeOf({ treeScope: ['own', 'east', 'agency', 'group'] }, places)).toBe('AGENCY › EAST');
    expect(placeOf({ treeScope: [] }, places)).toBe('');
  });
});
