// Made-up terms of the trade, so that tests do not depend on the shipped table.
import { parseTradeTerms } from '../../../src/vehicle/parse-trade-terms.ts';
import { Spellings } from '../../../src/index/words/spellings.ts';

const ROWS = [
  'gearbox | Automatic | auto, semi auto',
  'gearbox | Manual | stick shift | six speed stick',
  'fuel | Hybrid | plug in hybrid, PHEV | twin engine',
  'fuel | Electric | EV',
  'fuel | Diesel',
  'equipment | Air conditioning | A/C',
  'equipment | Sat nav | satellite navigation',
  'equipment | Tow bar',
  'equipment | Sunroof | | panoramic sunroof',
  'equipment | Panoramic roof | panoramic sunroof',
  'equipment | Electric windows',
  'equipment | Electric seats | 4 electric seats',
  'equipment | Heated seats | | heated front and rear leather seats',
  'history | Full service history | FSH',
  'history | Service history | | full service history, FSH',
  'condition | Battery | electric',
  'trim | S line',
  'trim | Cooper S',
  'body | Großraum',
];

const text = ['group\tname\tspellings\tnarrower', ...ROWS.map((row) => row.split('|').join('\t'))].join('\n');

export const sampleTerms = parseTradeTerms([{ source: 'sample terms', text: text.replaceAll(', ', ' | ') }]);
export const sampleSpellings = new Spellings(sampleTerms);
