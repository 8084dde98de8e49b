import { describe, expect, it } from 'vitest';
import { auditOutcome } from '#tests/dependencies/audit.ts';
import { missingFromSbom } from '#tests/dependencies/sbom.ts';

describe('npm audit step', () => {
  it.each([
    [
      'npm warn audit 405 Method Not Allowed\n{ "message": "405 Method Not Allowed - POST https://registry", "error": {} }',
      '405 Method Not Allowed',
    ],
    ['npm error network', 'npm error network'],
    ['', 'no response'],
  ])('passes with a note when the registry does not answer: %j', (output, why) => {
    expect(auditOutcome(output)).toMatchObject({ isOk: true, note: expect.stringContaining('SKIPPED') });
    expect(auditOutcome(output).note).toContain(why);
  });

  it('fails for a high-severity vulnerability by name, and only reports a low one', () => {
    const reportWith = (severity: string) =>
      JSON.stringify({
        vulnerabilities: { leftpad: { severity, via: [{ title: 'Pads too far', url: 'https://x' }, 'other'] } },
      });
    expect(auditOutcome(reportWith('critical'))).toMatchObject({
      isOk: false,
      output: 'leftpad: critical, Pads too far https://x',
    });
    expect(auditOutcome(reportWith('low'))).toMatchObject({ isOk: true, note: 'leftpad: low, Pads too far https://x' });
    expect(auditOutcome('{"vulnerabilities":{}}')).toMatchObject({ isOk: true, note: 'no known vulnerabilities' });
  });
});

describe('bill of materials (SBOM)', () => {
  const manifest = JSON.stringify({ dependencies: { fastify: '5.0.0', '@casl/ability': '7.0.0' } });
  const bill = (...purls: string[]) =>
    JSON.stringify({ bomFormat: 'CycloneDX', components: purls.map((purl) => ({ purl })) });

  it('contains every direct dependency of the product', () => {
    expect(missingFromSbom(bill('pkg:npm/fastify@5.0.0', 'pkg:npm/%40casl/ability@7.0.0'), manifest)).toEqual([]);
    expect(missingFromSbom(bill('pkg:npm/fastify@4.0.0'), manifest)).toEqual([
      'It does not name pkg:npm/fastify@5.0.0',
      'It does not name pkg:npm/%40casl/ability@7.0.0',
    ]);
    expect(missingFromSbom('{}', manifest)).toEqual(['It is no bill of CycloneDX']);
  });
});
