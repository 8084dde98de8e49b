import { expect, it } from 'vitest';
import { patchBack, type Step, stepBack } from './step.ts';

const never = (version: Step) => {
  throw new Error(`skipped ${version.id}`);
};

it('earlier states are reached by applying patches from the newest down', () => {
  const first = { formData: { lines: [{ _id: 'a', qty: 1 }] } };
  const second = { formData: { lines: [{ _id: 'a', qty: 2 }] } };
  const third = { formData: { lines: [] }, status: 'PENDING' };
  const versions = [
    { id: '2', patch: patchBack(third, second) },
    { id: '1', patch: patchBack(second, first) },
  ];
  expect(stepBack(third, versions.slice(0, 1), never)).toEqual(second);
  expect(stepBack(third, versions, never)).toEqual(first);
});

it('operations of kind test are ignored', () => {
  expect(
    stepBack(
      { a: 1 },
      [
        {
          id: '1',
          patch: [
            { op: 'test', path: '/a', value: 9 },
            { op: 'replace', path: '/a', value: 0 },
          ],
        },
      ],
      never,
    ),
  ).toEqual({ a: 0 });
});

it('a patch that fails is skipped whole and told', () => {
  const skipped: string[] = [];
  const broken: Step = {
    id: '2',
    patch: [
      { op: 'replace', path: '/a', value: 5 },
      { op: 'remove', path: '/none/there' },
    ],
  };
  const state = stepBack({ a: 1 }, [broken, { id: '1', patch: [{ op: 'replace', path: '/a', value: 0 }] }], ({ id }) =>
    skipped.push(id),
  );
  expect(state).toEqual({ a: 0 });
  expect(skipped).toEqual(['2']);
});
