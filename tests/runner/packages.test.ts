import { describe, expect, it } from 'vitest';
import { verdictOf } from '#tests/dependencies/audit.ts';
import { faultsIn } from '#tests/dependencies/sbom.ts';

describe('npm audit step', () => {
  it.each([
    [
      'npm warn audit 405 Method Not Allowed\n{ "message": "405 Method Not Allowed - POST https://registry", "error": {} }',
      '405 Method Not Allowed',
    ],
    ['npm error network', 'npm error network'],
    ['', 'no answer'],
  ])('passes with a note when the registry does not answer: %j', (output, why) => {
    expect(verdictOf(output)).toMatchObject({ isOk: true, told: expect.stringContaining('NOT DONE') });
    expect(verdictOf(output).told).toContain(why);
  });

  it('fails for a high-severity vulnerability by name, and only reports a low one', () => {
    const reportWith = (severity: string) =>
      JSON.stringify({
        vulnerabilities: { leftpad: { severity, via: [{ title: 'Pads too far', url: 'https://x' }, 'other'] } },
      });
    expect(verdictOf(reportWith('critical'))).toMatchObject({
      isOk: false,
      output: 'leftpad: critical, Pads too far https://x',
    });
    expect(verdictOf(reportWith('low'))).toMatchObject({ isOk: true, told: 'leftpad: low, Pads too far https://x' });
    expect(verdictOf('{"vulnerabilities":{}}')).toMatchObject({ isOk: true, told: 'no known faults' });
  });
});

describe('bill of materials (SBOM)', () => {
  const manifest = JSON.stringify({ dependencies: { fastify: '5.0.0', '@casl/ability': '7.0.0' } });
  const bill = (...purls: string[]) =>
    JSON.stringify({ bomFormat: 'CycloneDX', components: purls.map((purl) => ({ purl })) });

  it('contains every direct dependency of the product', () => {
    expect(faultsIn(bill('pkg:npm/fastify@5.0.0', 'pkg:npm/%40casl/ability@7.0.0'), manifest)).toEqual([]);
    expect(faultsIn(bill('pkg:npm/fastify@4.0.0'), manifest)).toEqual([
      'It does not name pkg:npm/fastify@5.0.0',
      'It does not name pkg:npm/%40casl/ability@7.0.0',
    ]);
    expect(faultsIn('{}', manifest)).toEqual(['It is no bill of CycloneDX']);
  });
});
