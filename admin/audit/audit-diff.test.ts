import { describe, expect, it } from 'vitest';
import { resourceByName } from '../generate/catalogue.ts';
import { auditDiff } from './AuditPage.tsx';

const format = (type: string, changes: Parameters<typeof auditDiff>[1]) =>
  auditDiff(resourceByName(type), changes).map(({ label, from, to }) => `${label}: ${from.text} → ${to.text}`);

describe('changes of an audit log entry', () => {
  it('are shown under the field labels of the record', () => {
    expect(
      format('Client', [
        { field: 'industry', from: '"Food"', to: '"Retail"' },
        { field: 'businessAddress.city', to: '"Boone"' },
        { field: 'phoneNumber' },
      ]),
    ).toEqual([
      'Industry: Food → Retail',
      'Business address › City: – → Boone',
      'Phone number: not recorded here → not recorded here',
    ]);
  });

  it('resolve references, and show truncated values and unknown types as stored', () => {
    const [change] = auditDiff(resourceByName('Channel'), [{ field: 'entityId', from: '"a"', to: '"b"' }]);
    expect(change).toMatchObject({ reference: 'entities', from: { id: 'a' }, to: { id: 'b' } });
    expect(format('Vendor', [{ field: 'name', from: '"A"', to: '"Long te' }])).toEqual(['name: A → "Long te …']);
  });
});
