/** The parts of an address as an audit has them. */
export interface AddressParts {
  businessBuildingNo: string;
  businessStreet: string;
  businessCity: string;
  businessState: string;
  businessZip: string;
}

/** Reads an address on one line, such as '12 Main Street, Springfield, MI 49007'; what it does not hold is empty. */
export function readAddress(line: string): AddressParts {
  const [place = '', ...others] = line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/^(usa|u\.s\.a\.|united states)$/i.test(part));
  const [, businessBuildingNo = '', businessStreet = ''] = /^(\d+[A-Za-z]?(?:-\d+)?)\s+(.+)$/.exec(place) ?? [
    '',
    '',
    place,
  ];
  const last = others.at(-1) ?? '';
  const [, businessState = '', businessZip = ''] = /^([A-Za-z][A-Za-z .]*?)?\s*(\d{5}(?:-\d{4})?)?$/.exec(last) ?? [];
  const isTold = businessZip !== '' || /^[A-Z]{2}$/.test(businessState);
  const city = isTold ? (others.at(-2) ?? '') : last;
  return {
    ...{ businessBuildingNo, businessStreet },
    businessCity: city,
    businessState: isTold ? businessState : '',
    businessZip,
  };
}
