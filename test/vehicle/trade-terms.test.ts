// The table of the trade's terms: how it is read, what is refused, how an operator's file extends it, and the rows that
// are shipped.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ukModels } from '../../src/vehicle/models.ts';
import { canonicalMake } from '../../src/vehicle/makes.ts';
import { nameKey } from '../../src/vehicle/name-key.ts';
import { decodeTermsTable, parseTradeTerms } from '../../src/vehicle/parse-trade-terms.ts';
import { TERM_GROUPS } from '../../src/vehicle/term-groups.ts';
import { readTermsFile, tradeTerms } from '../../src/vehicle/trade-terms.ts';
import { FUEL_TYPES, TRANSMISSIONS } from '../../src/vehicle/classes.ts';

const HEADER = 'group\tname\tspellings\tnarrower';

function parse(...tables: readonly (readonly string[])[]) {
  return parseTradeTerms(
    tables.map((rows, i) => ({
      source: i === 0 ? 'terms.tsv' : 'own.tsv',
      text: [HEADER, ...rows].join('\n'),
    })),
  );
}

/** The message of the problem that parsing ends with. */
function refusalOf(...tables: readonly (readonly string[])[]): string {
  try {
    parse(...tables);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    return (error as Error).message;
  }
  return 'none';
}

describe('a table of terms', () => {
  it('is read as terms with spellings, narrower wordings and keys', () => {
    expect(parse(['equipment\tSat nav\tsatellite navigation | A/C\tbig screen'])).toEqual([
      {
        group: 'equipment',
        name: 'Sat nav',
        id: 'satnav',
        spellings: ['Sat nav', 'satellite navigation', 'A/C'],
        narrower: ['big screen'],
        keys: ['satnav', 'satellitenavigation', 'ac', 'satnavs', 'satellitenavigations'],
        narrowerKeys: ['bigscreen', 'bigscreens'],
      },
    ]);
  });

  it('may have comments, blank lines, a byte order mark, CR LF, short rows and blanks around wordings', () => {
    const text = `\ufeff${HEADER}\r\n# trims\r\n\r\ntrim\tSE\r\n  trim\t FR  \t  F R Line|FRL \r\n`;
    expect(
      parseTradeTerms([{ source: 'terms.tsv', text }]).map(({ name, spellings }) => [name, spellings]),
    ).toEqual([
      ['SE', ['SE']],
      ['FR', ['FR', 'F R Line', 'FRL']],
    ]);
  });

  it('reads apostrophes, accents and case as texts are read', () => {
    const [term] = parse([`finance\tManufacturer's warranty\tCoupé’s cover`]);
    expect(term.keys).toEqual([
      'manufacturerswarranty',
      'coupescover',
      'manufacturerswarranties',
      'coupescovers',
    ]);
    expect(parse(['body\tGroßraum\tGROSSE LIMOUSINE'])[0].keys).toEqual([
      'grossraum',
      'grosselimousine',
      'grossraums',
      'grosselimousines',
    ]);
  });

  it('leaves a spelling to the term that writes it out: Zetec S is no plural of Zetec', () => {
    const [zetec, zetecS] = parse(['trim\tZetec\t\tZetec S', 'trim\tZetec S']);
    expect(zetec.keys).toEqual(['zetec']);
    expect(zetec.narrowerKeys).toEqual(['zetecs']);
    expect(zetecS.keys).toEqual(['zetecs']);
  });

  it('lets a class and a term share a spelling', () => {
    const keys = parse(['gearbox\tAutomatic\tDSG', 'drivetrain\tDSG gearbox\tDSG']).map((term) => term.keys);
    expect(keys).toEqual([
      ['automatic', 'dsg', 'automatics', 'dsgs'],
      ['dsggearbox', 'dsg', 'dsggearboxes', 'dsgs'],
    ]);
  });

  it.each([
    [['extras\tSat nav'], 'terms.tsv, line 2: group must be one of fuel, gearbox, colour, body,'],
    [['trim\tSE\tS E\tSEL\tmore'], 'terms.tsv, line 2: there are 5 columns, and may be four: separate wordings by |.'],
    [['trim\t'], 'terms.tsv, line 2: the term has no name: write one into the second column.'],
    [['trim\tSE', 'trim\tFR\tFRL | | FRM'], 'terms.tsv, line 3: a wording is empty: remove the | that has nothing on one of its sides.'],
    [['trim\tFR\tFRL |'], 'terms.tsv, line 2: a wording is empty'],
    [['trim\tFR\t\t| FRL'], 'terms.tsv, line 2: a wording is empty'],
    [['trim\tFR\t+ | FRL'], "terms.tsv, line 2: '+' has neither letters nor digits: remove it."],
    [['trim\tFR\t2.0 FR'], "terms.tsv, line 2: '2.0 FR' has a decimal point, which no term may have: remove it."],
    [['trim\tFR\ta b c d e f g'], "terms.tsv, line 2: 'a b c d e f g' has more than 6 words: shorten it."],
    [[`trim\tFR\t${'x'.repeat(10_000)}`], 'terms.tsv, line 2: the line has 10008 characters, and may have 10000: remove wordings.'],
    [['trim\tSE', '# once more', 'trim\tS.E.'], "terms.tsv, line 4: 'S.E.' is also the name of terms.tsv, line 2: make it one line."],
    [['trim\tSE', 'body\tSE'], "terms.tsv, line 3: 'SE' is also the name of terms.tsv, line 2: make it one line."],
    [['trim\tSE\tSport Edition', 'trim\tFR\tsport-edition'], "terms.tsv, line 3: 'sport-edition' is also a spelling of 'SE' (terms.tsv, line 2): leave it to one of them."],
    [['trim\tSport', 'trim\tSporty\tSports'], "terms.tsv, line 2: 'Sport' is also a spelling of 'Sporty' (terms.tsv, line 3): leave it to one of them."],
    [['trim\tBox', 'trim\tBoxe'], "terms.tsv, line 3: 'Boxe' is also a spelling of 'Box'"],
  ])('%j is refused with its line', (rows, message) => {
    expect(refusalOf(rows)).toContain(message);
  }); // prettier-ignore

  it.each(['', 'name', 'group,name,spellings,narrower'])('needs its head: %j', (text) => {
    expect(() => parseTradeTerms([{ source: 'terms.tsv', text }])).toThrow(
      `terms.tsv, line 1: the columns must be group, name, spellings and narrower, separated by tabs (got '${text}').`,
    );
  });

  it('must be in UTF-8', () => {
    const bytes = Buffer.from(`${HEADER}\ntrim\tSE\ncolour\tCaf\xe9\ntrim\tFR\n`, 'latin1');
    expect(() => decodeTermsTable(bytes, 'terms.tsv')).toThrow(
      'terms.tsv, line 3: this is not UTF-8: save the file as UTF-8.',
    );
    expect(() => decodeTermsTable(Buffer.from(HEADER, 'utf16le'), 'terms.tsv')).not.toThrow();
    expect(() => decodeTermsTable(Buffer.from('trim\xff', 'latin1'), 'terms.tsv')).toThrow(
      'terms.tsv, line 1:',
    );
  });

  it('may have 1 MiB', () => {
    expect(decodeTermsTable(Buffer.alloc(2 ** 20, '#'), 'terms.tsv').text).toHaveLength(1_048_576);
    expect(() => decodeTermsTable(Buffer.alloc(2 ** 20 + 1, '#'), 'terms.tsv')).toThrow(
      'terms.tsv has 1048577 bytes, and may have 1048576: remove terms that you do not need.',
    );
  });
});

describe("an operator's table", () => {
  it('adds terms', () => {
    expect(parse(['trim\tSE'], ['trim\tBrooklands Special']).map(({ name }) => name)).toEqual([
      'SE',
      'Brooklands Special',
    ]);
  });

  it('includes the spellings of a term that a narrower wording names, and what is narrower than it', () => {
    const [grey, nardo] = parse([
      'colour\tGrey\t\tNardo grey | slate',
      'colour\tNardo grey\tNardo\tmatt Nardo',
    ]);
    expect(grey.narrower).toEqual(['Nardo grey', 'Nardo', 'matt Nardo', 'slate']);
    expect(nardo.narrower).toEqual(['matt Nardo']);
  });

  it('includes what is narrower over any number of terms, and ends at a circle', () => {
    const [vehicle, van, panel] = parse([
      'body\tVehicle\t\tVan',
      'body\tVan\t\tPanel van',
      'body\tPanel van\tbox\tVehicle',
    ]);
    expect(vehicle.narrower).toEqual(['Van', 'Panel van', 'box', 'Vehicle']);
    expect(van.narrowerKeys).toContain('vehicle');
    expect(panel.narrower).toEqual(['Vehicle', 'Van', 'Panel van']);
  });

  it('adds spellings and narrower wordings to terms of the same group and name', () => {
    const terms = parse(
      ['equipment\tSunroof\t\tglass sunroof', 'trim\tSE'],
      ['equipment\tSUN-ROOF\tslider | glass sunroof\tragtop'],
    );
    expect(terms.map(({ name, spellings, narrower }) => [name, spellings, narrower])).toEqual([
      ['Sunroof', ['Sunroof', 'slider', 'glass sunroof'], ['glass sunroof', 'ragtop']],
      ['SE', ['SE'], []],
    ]);
    expect(terms[0].keys).toContain('glasssunroof');
    expect(terms[0].narrowerKeys).toEqual(['ragtop', 'ragtops']);
  });

  it.each([
    [['trim\tSat nav'], "own.tsv, line 2: 'Sat nav' is a term of the group equipment (terms.tsv, line 2): use that group."],
    [['trim\tSE\tsatnav'], "own.tsv, line 2: 'satnav' is also a spelling of 'Sat nav' (terms.tsv, line 2): leave it to one of them."],
    [['trim\tSE', 'trim\tSE'], "own.tsv, line 3: 'SE' is also the name of own.tsv, line 2: make it one line."],
    [['equipment\tSat nav\tSE nav', 'equipment\tSAT NAV\tnavi'], "own.tsv, line 3: 'SAT NAV' is also the name of own.tsv, line 2: make it one line."],
  ])('%j is refused with its line', (rows, message) => {
    expect(refusalOf(['equipment\tSat nav'], rows)).toBe(message);
  }); // prettier-ignore
});

describe('the terms of a process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'terms-'));
    vi.resetModules();
  });
  // Other files of this worker must not get modules with these terms.
  afterEach(() => {
    vi.resetModules();
    rmSync(folder, { recursive: true });
  });

  const fresh = () => import('../../src/vehicle/trade-terms.ts');

  function write(...rows: readonly string[]): string {
    const path = join(folder, 'own.tsv');
    writeFileSync(path, [HEADER, ...rows, ''].join('\n'));
    return path;
  }

  it('have a version that follows the file', async () => {
    const plain = (await fresh()).tradeTerms().version;
    const versions = [];
    for (const row of ['trim\tBrooklands Special', 'trim\tBrooklands Spezial', 'trim\tBrooklands Special']) {
      vi.resetModules();
      const terms = await fresh();
      terms.addTerms(terms.readTermsFile(write(row)));
      expect(terms.tradeTerms().terms.at(-1)?.name).toMatch(/^Brooklands/);
      versions.push(terms.tradeTerms().version);
    }
    expect(versions[0]).toBe(versions[2]);
    expect(new Set([plain, ...versions]).size).toBe(3);
  });

  it('are handed to threads as they were read', async () => {
    const terms = await fresh();
    terms.addTerms(terms.readTermsFile(write('trim\tBrooklands Special')));
    const { version } = terms.tradeTerms();
    write('trim\tChanged');
    const additions = structuredClone(terms.termAdditions());
    vi.resetModules();
    const ofThread = await fresh();
    ofThread.addTerms(additions);
    expect(ofThread.tradeTerms().version).toBe(version);
  });

  it('without a file are the shipped ones, in threads too', async () => {
    const terms = await fresh();
    expect(terms.termAdditions()).toBeUndefined();
    terms.addTerms(undefined);
    expect(terms.tradeTerms().version).toBe(tradeTerms().version);
  });

  it('cannot change after their first use', async () => {
    const terms = await fresh();
    terms.tradeTerms();
    expect(() => terms.addTerms(terms.readTermsFile(write('trim\tBrooklands Special')))).toThrow('first use');
  });

  it('stay as they are if the file is refused', async () => {
    const terms = await fresh();
    expect(() => terms.addTerms(terms.readTermsFile(write('trims\tBrooklands')))).toThrow(
      'own.tsv, line 2: group must be one of fuel, gearbox, colour',
    );
    expect(terms.termAdditions()).toBeUndefined();
    expect(terms.tradeTerms().version).toBe(tradeTerms().version);
  });

  it.each([
    ['missing.tsv', 'it is not there'],
    ['', 'it is a folder'],
  ])('need a file that can be read: %j', (name, why) => {
    const path = join(folder, name);
    expect(() => readTermsFile(path)).toThrow(`: ${why}.`);
  });
});

describe('the shipped table', () => {
  const { terms } = tradeTerms();
  const isClass = (group: string): boolean => group === 'fuel' || group === 'gearbox';

  it('has at least 500 terms, and every group', () => {
    expect(terms.length).toBeGreaterThanOrEqual(500);
    expect(new Set(terms.map(({ group }) => group))).toEqual(new Set(TERM_GROUPS.all));
  });

  it('has the groups in their order, and names in alphabetical order', () => {
    const place = ({ group, name }: { group: string; name: string }): string =>
      `${String(TERM_GROUPS.all.indexOf(group)).padStart(2, '0')} ${name.toLowerCase()}`;
    const places = terms.map(place);
    expect(places).toEqual([...places].sort());
  });

  it('names the classes as the fields do', () => {
    const names = (group: string): string[] =>
      terms.filter((term) => term.group === group).map(({ name }) => name);
    expect(new Set(names('fuel'))).toEqual(new Set(FUEL_TYPES));
    expect(new Set(names('gearbox'))).toEqual(new Set(TRANSMISSIONS));
  });

  it('says nothing twice', () => {
    const repeated = terms.flatMap(({ name, spellings, narrower }) => {
      const keys = [...spellings, ...narrower].map(nameKey);
      return keys.filter((key, i) => keys.indexOf(key) < i).map((key) => `${name}: ${key}`);
    });
    expect(repeated).toEqual([]);
  });

  it('lists no narrower wording that another one of its line includes', () => {
    const lines = readFileSync(new URL('../../assets/terms/trade-terms.tsv', import.meta.url), 'utf8').split(
      '\n',
    );
    const byName = new Map(terms.map((term) => [nameKey(term.name), term]));
    const repeated = lines.flatMap((line, i) => {
      const listed = line.split('\t').at(3)?.split(' | ') ?? [];
      return listed.flatMap((wording) => {
        const includes = listed.find((other) => {
          const term = other === wording ? undefined : byName.get(nameKey(other));
          return [...(term?.keys ?? []), ...(term?.narrowerKeys ?? [])].includes(nameKey(wording));
        });
        return includes === undefined ? [] : [`line ${i + 1}: ${includes} includes ${wording}`];
      });
    });
    expect(repeated).toEqual([]);
  });

  it('has terms whose own name asks for them, not for a class', () => {
    const classKeys = new Set(terms.filter(({ group }) => isClass(group)).flatMap(({ keys }) => keys));
    const hidden = terms
      .filter(({ group, id }) => !isClass(group) && classKeys.has(id))
      .map(({ name }) => name);
    expect(hidden).toEqual([]);
  });

  it('finds adverts by each of their wordings: a narrower one says what a search reads in it', () => {
    const [classes, own] = [true, false].map(
      (wanted) =>
        new Map(
          terms
            .filter(({ group }) => isClass(group) === wanted)
            .flatMap(({ keys, name }) => keys.map((key) => [key, name])),
        ),
    );
    const readingOf = (words: readonly string[]): string[] => {
      if (words.length === 0) return [];
      for (let length = Math.min(6, words.length); length > 0; length--) {
        const key = words.slice(0, length).join('');
        const name = classes.has(key) ? `class ${classes.get(key)}` : own.get(key);
        if (name !== undefined) return [name, ...readingOf(words.slice(length))];
      }
      return readingOf(words.slice(1));
    };
    const missing = terms.flatMap(({ narrower }) =>
      narrower.flatMap((wording) => {
        const key = nameKey(wording);
        if (own.has(key) || classes.has(key)) return [];
        const said = new Set(
          terms.filter(({ narrowerKeys }) => narrowerKeys.includes(key)).map(({ name }) => name),
        );
        const words = wording.split(/[^\p{L}\p{N}]+/u).map(nameKey);
        return readingOf(words)
          .filter((name) => !said.has(name))
          .map((name) => `${wording}: ${name}`);
      }),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('names no make, and no model that phrases mean by its name alone, except words that mean more in adverts', () => {
    const models = new Set(
      ukModels()
        .models.flatMap(({ names }) => names.filter(({ heard }) => heard === 'anywhere'))
        .map(({ name }) => nameKey(name)),
    );
    const names = terms
      .flatMap(({ spellings, narrower }) => [...spellings, ...narrower])
      .filter((wording) => models.has(nameKey(wording)) || canonicalMake(wording) !== undefined);
    expect([...new Set(names)].sort()).toEqual(['A/C']);
  });

  it.each([
    ['sat nav', 'Sat nav'],
    ['satellite navigation', 'Sat nav'],
    ['fsh', 'Full service history'],
    ['5dr', '5 door'],
    ['aircon', 'Air conditioning'],
    ['air con', 'Air conditioning'],
    ['tow bar', 'Towbar'],
    ['one owner from new', '1 owner'],
    ['one previous owner', '1 owner'],
    ['awd', 'Four-wheel drive'],
    ['jcw', 'John Cooper Works'],
    ['heads up display', 'Head-up display'],
    ['rain sensor', 'Rain-sensing wipers'],
    ['cat n', 'Cat N'],
    ['px', 'Part exchange'],
    ['auto lights', 'Automatic headlights'],
    ['alloys', 'Alloy wheels'],
    ['cooper s', 'Cooper S'],
    ['zetec s', 'Zetec S'],
    ['hitch', 'Towbar'],
    ['nav', 'Sat nav'],
    ['MOTd for a year', '12 months MOT'],
    ['timing belt renewed', 'Cambelt changed'],
    ['tyre pressure', 'Tyre pressure monitoring'],
    ['captain chairs', "Captain's seats"],
    ['child lock', 'Child locks'],
    ['waxoyl', 'Undersealed'],
    ['spotlights', 'Driving lights'],
    ['t tops', 'Targa roof'],
  ])('reads %j as %s', (wording, name) => {
    const found = terms.filter(({ group, keys }) => !isClass(group) && keys.includes(nameKey(wording)));
    expect(found.map((term) => term.name)).toEqual([name]);
  });

  it.each([
    ['auto', 'Automatic'],
    ['semi-auto', 'Automatic'],
    ['dsg', 'Automatic'],
    ['phev', 'Hybrid'],
    ['mild hybrid', 'Hybrid'],
    ['ev', 'Electric'],
    ['derv', 'Diesel'],
    ['unleaded', 'Petrol'],
    ['stick shift', 'Manual'],
  ])('reads %j as the class %s', (wording, name) => {
    const found = terms.filter(({ group, keys }) => isClass(group) && keys.includes(nameKey(wording)));
    expect(found.map((term) => term.name)).toEqual([name]);
  });

  it.each([
    ['Nardo grey', 'Grey'],
    ['quattro', 'Four-wheel drive'],
    ['panoramic sunroof', 'Sunroof'],
    ['front and rear parking sensors', 'Parking sensors'],
    ['half leather', 'Leather'],
    ['dual zone climate control', 'Climate control'],
    ['adaptive cruise control', 'Cruise control'],
    ['FSH', 'Service history'],
    ['full BMW service history', 'Full service history'],
    ['SRi VX-Line', 'SRi'],
    ['Titanium X', 'Titanium'],
    ['Cooper S', 'Cooper'],
    ['detachable towbar', 'Towbar'],
    ['dual zone climate control', 'Air conditioning'],
  ])('%j says %s too', (wording, name) => {
    const found = terms.find((term) => term.name === name);
    expect(found?.narrowerKeys).toContain(nameKey(wording));
  });

  it.each([
    ['half leather', 'Full leather'],
    ['M Sport', 'Sport'],
    ['ST-Line', 'ST'],
    ['leather steering wheel', 'Leather'],
    ['not ULEZ compliant', 'ULEZ compliant'],
    ['part service history', 'Full service history'],
    ['no service history', 'Service history'],
    ['piano black', 'Black'],
    ['Black Edition', 'Black'],
  ])('%j is a term of its own, and does not say %s', (wording, name) => {
    const found = terms.find((term) => term.name === name);
    expect([...(found?.keys ?? []), ...(found?.narrowerKeys ?? [])]).not.toContain(nameKey(wording));
    expect(terms.some(({ keys }) => keys.includes(nameKey(wording)))).toBe(true);
  });

  it.each([
    'Android Auto',
    'Auto Trader',
    'auto start stop',
    'auto dimming mirror',
    'automatic headlights',
    'electric windows',
    'electric seats',
    'electric handbrake',
    'electric blue',
    'petrol blue',
    'owners manual',
    'manual mode',
  ])('%j is a term, so that it names no class', (wording) => {
    const key = nameKey(wording);
    const holders = terms.filter(({ keys }) => keys.includes(key));
    expect(holders.map(({ group }) => isClass(group))).toEqual([false]);
  });

  it('does not read gas as a fuel', () => {
    expect(terms.filter(({ keys, narrowerKeys }) => [...keys, ...narrowerKeys].includes('gas'))).toEqual([]);
  });
});
