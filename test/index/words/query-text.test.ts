// What the text of a query stands for, if these terms are live.
import { describe, expect, it } from 'vitest';
import { createTextReader } from '../../../src/index/words/query-text.ts';
import type { TextQuery } from '../../../src/engine/schema.ts';
import { sampleTerms, sampleSpellings } from './sample-terms.ts';

const reader = createTextReader(sampleSpellings, sampleTerms);
const read = (text: string, live: string): TextQuery => {
  const terms = new Set(live.split(' '));
  return reader(text, (term) => terms.has(term));
};

/** By unit, its terms and their weights. */
const units = (text: string, live: string): Record<string, number>[] =>
  read(text, live).units.map(({ terms }) => Object.fromEntries(terms));

describe('a term of the trade', () => {
  it.each(['satnav', 'Sat Nav', 'sat-nav', 'SATNAVS', 'satellite navigation', 'sat . navs'])(
    'is read from %j',
    (text) => {
      expect(read(text, '=satnav sat nav satnav satellite')).toEqual({
        units: [{ terms: new Map([['=satnav', 4]]) }],
        preferred: [],
      });
    },
  );

  it('is the longest spelling of which anything is live', () => {
    const all = '=fullservicehistory =servicehistory full service history';
    expect(units('full service history', all)).toEqual([{ '=fullservicehistory': 4 }]);
    expect(units('full service history', '=servicehistory full')).toEqual([
      { full: 4 },
      { '=servicehistory': 4 },
    ]);
    expect(units('full service history', 'full service history')).toEqual([
      { full: 4 },
      { service: 4 },
      { history: 4 },
    ]);
  });

  it('is read from the left', () => {
    const all = '=electricseats =electricwindows @electric =battery electric seats';
    expect(units('electric windows electric', all)).toEqual([{ '=electricwindows': 4 }, { '@electric': 4 }]);
    expect(units('electric electric seats', all)).toEqual([{ '@electric': 4 }, { '=electricseats': 4 }]);
    expect(units('tow tow bar', '=towbar tow')).toEqual([{ tow: 4 }, { '=towbar': 4 }]);
  });

  it('is no article and the beginning of a model', () => {
    expect(units('a C-Class', '=airconditioning cclass')).toEqual([{ cclass: 4 }]);
    expect(units('golf a/c', '=airconditioning golf')).toEqual([{ golf: 4 }, { '=airconditioning': 4 }]);
  });

  it('has no part of a decimal number', () => {
    expect(units('1.0 s line', '1.0 =sline')).toEqual([{ '1.0': 4 }, { '=sline': 4 }]);
    expect(units('s.line', '=sline')).toEqual([{ '=sline': 4 }]);
  });

  it('of one word stands for what the word is joined to, too', () => {
    expect(units('ford eco towbar', '=towbar ford eco ecotowbar')).toEqual([
      { ford: 4 },
      { eco: 4, ecotowbar: 3 },
      { '=towbar': 4, ecotowbar: 3 },
    ]);
    expect(units('eco tow bar', '=towbar eco ecotowbar ecotow')).toEqual([
      { eco: 4, ecotow: 3 },
      { '=towbar': 4 },
    ]);
    expect(units('auto trail', '@automatic +autotrail trail')).toEqual([
      { '@automatic': 4, '+autotrail': 3 },
      { trail: 4 },
    ]);
  });

  it('has no plural s as a word of its own, unless it is written so', () => {
    expect(units('tow bar s line', '=towbar =sline')).toEqual([{ '=towbar': 4 }, { '=sline': 4 }]);
    expect(units('tow bar s', '=towbar s')).toEqual([{ '=towbar': 4 }, { s: 4 }]);
    expect(units('tow bars', '=towbar')).toEqual([{ '=towbar': 4 }]);
    expect(units('cooper s', '=coopers cooper s')).toEqual([{ '=coopers': 4 }]);
  });

  it('is not read from narrower wordings', () => {
    expect(units('panoramic sunroof', '=sunroof =panoramicroof')).toEqual([{ '=panoramicroof': 4 }]);
    expect(units('panoramic sunroof', '=sunroof panoramic')).toEqual([{ panoramic: 4 }, { '=sunroof': 4 }]);
    expect(units('fsh', '=servicehistory =fullservicehistory')).toEqual([{ '=fullservicehistory': 4 }]);
    expect(units('fsh', '=servicehistory')).toEqual([{}]);
  });

  it('is only exact: neither completed nor corrected', () => {
    expect(read('satnav', '=satnav').units).toEqual([{ terms: new Map([['=satnav', 4]]) }]);
    expect(read('satna', '=satnav').units).toEqual([
      { terms: new Map(), prefix: 'satna', typo: { word: 'satna', tags: ['~stn'] } },
    ]);
  });
});

describe('a class', () => {
  it('comes before the terms of the same spelling, which are preferred', () => {
    expect(read('electric', '@electric =battery electric')).toEqual({
      units: [{ terms: new Map([['@electric', 4]]) }],
      preferred: ['=battery'],
    });
    expect(read('electric', '@electric').preferred).toEqual([]);
    expect(read('ev', '@electric =battery').preferred).toEqual([]);
  });

  it('is read only if it is live', () => {
    expect(units('electric', '=battery electric')).toEqual([{ '=battery': 4 }]);
    expect(units('electric', 'electric')).toEqual([{ electric: 4 }]);
  });

  it.each(['plug in hybrid', 'PHEV', 'plug-in hybrids', 'hybrid'])('is read from %j', (text) => {
    expect(units(text, '@hybrid plug in hybrid phev')).toEqual([{ '@hybrid': 4 }]);
  });

  it('is not read from narrower wordings', () => {
    expect(units('twin engine', '@hybrid twin engine')).toEqual([{ twin: 4 }, { engine: 4 }]);
  });
});

describe('a word', () => {
  it('stands for itself, folded, and its other number', () => {
    expect(units('ŠKODA', 'skoda')).toEqual([{ skoda: 4 }]);
    expect(units('seat', 'seat seats')).toEqual([{ seat: 4, seats: 3 }]);
    expect(units('seats', 'seat')).toEqual([{ seat: 3 }]);
    expect(units('batteries', 'battery')).toEqual([{ battery: 3 }]);
    expect(units('a3', 'a3s a3')).toEqual([{ a3: 4 }]);
    expect(units('320d', '320ds')).toEqual([{}]);
  });

  it('stands for its make', () => {
    expect(units('vw', 'volkswagen')).toEqual([{ volkswagen: 4 }]);
    expect(units('merc', 'mercedesbenz merc')).toEqual([{ merc: 4, mercedesbenz: 4 }]);
    expect(units('beemer', 'bmw')).toEqual([{ bmw: 4 }]);
    expect(units('landy', '+landrover')).toEqual([{ '+landrover': 4 }]);
  });

  it('stands for two that it is split into', () => {
    expect(units('corsavan', '+corsavan corsa van')).toEqual([{ '+corsavan': 4 }]);
    expect(units('rav4', 'rav4 +rav4')).toEqual([{ rav4: 4, '+rav4': 4 }]);
    expect(units('150ps', '+150ps 150 ps')).toEqual([{ '+150ps': 4 }]);
    expect(units('corsavan', 'corsa van')).toEqual([{}]);
  });

  it('is a number of litres, however the unit is written', () => {
    const both = [
      { '2.0': 4, '2.0l': 3 },
      { litre: 4, '2.0l': 3 },
    ];
    expect(units('2.0 litre', '2.0 litre 2.0l')).toEqual(both);
    expect(units('2.0-litre', '2.0 litre 2.0l')).toEqual(both);
    expect(units('2 litres', '2l')).toEqual([{ '2l': 3 }]);
    expect(units('2.0litre', '2.0litre 2.0l')).toEqual([{ '2.0litre': 4, '2.0l': 3 }]);
    expect(units('500 litre', '500 litre 500l')).toEqual([{ 500: 4 }, { litre: 4 }]);
    expect(units('golf litre', 'golf litre golfl')).toEqual([{ golf: 4 }, { litre: 4 }]);
  });

  it('stands for what it is joined to', () => {
    expect(units('rav 4', 'rav4 4')).toEqual([{ rav4: 3 }, { 4: 4, rav4: 3 }]);
    expect(units('land rover', 'land rover landrover')).toEqual([
      { land: 4, landrover: 3 },
      { rover: 4, landrover: 3 },
    ]);
    // A listing that has both words side by side has each.
    expect(units('corsa van', '+corsavan corsa van')).toEqual([{ corsa: 4 }, { van: 4 }]);
    expect(units('id buzz gt', 'idbuzz buzzgt gt')).toEqual([
      { idbuzz: 3 },
      { idbuzz: 3, buzzgt: 3 },
      { gt: 4, buzzgt: 3 },
    ]);
  });

  it('is completed if it is the last, has four letters and no digit', () => {
    const prefixes = (text: string) => read(text, '').units.map(({ prefix }) => prefix);
    expect(prefixes('pano')).toEqual(['pano']);
    expect(prefixes('pano goldf')).toEqual([undefined, 'goldf']);
    expect(prefixes('pan')).toEqual([undefined]);
    expect(prefixes('320dx')).toEqual([undefined]);
  });

  it('may be a typo if it has four letters and no digit', () => {
    const typos = (text: string) => read(text, '').units.map(({ typo }) => typo);
    expect(typos('zaphira cashcai')).toEqual([
      { word: 'zaphira', tags: ['~sfr'] },
      { word: 'cashcai', tags: ['~ksk'] },
    ]);
    // A sound of one consonant is none.
    expect(typos('eaya')).toEqual([{ word: 'eaya', tags: [] }]);
    expect(typos('kia')).toEqual([undefined]);
    expect(typos('320dx')).toEqual([undefined]);
  });

  it('is not a typo if it is a term, though none is live', () => {
    expect(read('towbar', '').units).toEqual([{ terms: new Map(), prefix: 'towbar' }]);
    expect(read('satnav golf', '').units[0]).toEqual({ terms: new Map() });
    expect(read('automatic golf', '').units[0]).toEqual({ terms: new Map() });
    expect(read('towber golf', '').units[0].typo?.word).toBe('towber');
  });

  it('may be a typo of a class, if it has five letters', () => {
    const tags = (text: string) => read(text, '').units.map(({ typo }) => typo?.tags);
    expect(tags('desiel diezel manuel')).toEqual([
      ['~dsl', '@diesel'],
      ['~dsl', '@diesel'],
      ['~mnl', '@manual'],
    ]);
    expect(tags('automatik')).toEqual([['~atmtk', '@automatic']]);
    expect(tags('dies auot golfs')).toEqual([['~ds'], ['~at'], ['~glfs']]);
  });
});

describe('an initial', () => {
  it('is read with the next word, if listings have both as one or as neighbours', () => {
    expect(units('s max', 'smax s max')).toEqual([{ smax: 4 }]);
    expect(units('s max', '+smax s max')).toEqual([{ '+smax': 4 }]);
    expect(units('ford s-max', 'smax +smax ford')).toEqual([{ ford: 4 }, { smax: 4, '+smax': 4 }]);
    expect(units('e tron gt', 'etron trongt gt')).toEqual([{ etron: 4 }, { trongt: 3, gt: 4 }]);
    expect(units('é tron', 'etron')).toEqual([{ etron: 4 }]);
  });

  it('is a word of its own otherwise', () => {
    expect(units('s max', 's max')).toEqual([{ s: 4 }, { max: 4 }]);
    expect(units('max s', 'maxs s max')).toEqual([
      { maxs: 3, max: 4 },
      { maxs: 3, s: 4 },
    ]);
    expect(units('3 max', '3max 3 max')).toEqual([
      { '3max': 3, 3: 4 },
      { '3max': 3, max: 4 },
    ]);
  });

  it('is a spelling rather than an initial, and the longest of them', () => {
    expect(units('s line', '=sline sline +sline')).toEqual([{ '=sline': 4 }]);
    expect(units('x s line', '=sline +xs xs x')).toEqual([{ xs: 4, '+xs': 4 }, {}]);
  });
});

describe('units', () => {
  it('count once if they stand for the same', () => {
    expect(units('golf GOLF gólf', 'golf')).toEqual([{ golf: 4 }]);
    expect(units('vw volkswagen', 'volkswagen')).toEqual([{ volkswagen: 4 }]);
    expect(units('sat nav satnav satellite navigation', '=satnav')).toEqual([{ '=satnav': 4 }]);
    expect(units('golf golfs', 'golf')).toEqual([{ golf: 4 }, { golf: 3 }]);
    expect(units('zzz 9x', 'golf')).toEqual([{}]);
  });

  it('of an unknown word are one, except the last, which may be unfinished', () => {
    const unread = { terms: new Map(), typo: { word: 'pano', tags: ['~pn'] } };
    const golf = { terms: new Map([['golf', 4]]) };
    const last = { ...unread, prefix: 'pano' };
    expect(read('pano pano', 'golf').units).toEqual([unread, last]);
    expect(read('pano golf pano', 'golf').units).toEqual([unread, golf, last]);
    expect(read('pano pano pano', 'golf').units).toEqual([unread, last]);
    expect(read('pano pano golf', 'golf').units).toEqual([unread, golf]);
  });

  it('do not exist in a text without words', () => {
    for (const text of ['', ' ', '-!=@+~'])
      expect(read(text, '=satnav @electric')).toEqual({ units: [], preferred: [] });
  });

  it('are not tags that the query writes', () => {
    expect(units('=satnav', '=satnav satnav')).toEqual([{ '=satnav': 4 }]);
    expect(units('=towbarx @dieselx ~sfr', '=towbarx @dieselx ~sfr sfr')).toEqual([{}, {}, { sfr: 4 }]);
  });
});

describe('neighbours', () => {
  const preferred = (text: string, live: string): readonly string[] => read(text, live).preferred;

  it('are preferred in pairs, if live', () => {
    expect(preferred('ford fiesta st', '+fordfiesta +fiestast ford fiesta st')).toEqual([
      '+fordfiesta',
      '+fiestast',
    ]);
    expect(preferred('ford fiesta st', '+fiestast +fordst')).toEqual(['+fiestast']);
    expect(preferred('fiesta ford', '+fordfiesta')).toEqual([]);
    expect(preferred('ford', '+ford')).toEqual([]);
  });

  it('are spellings as a whole, as they are written', () => {
    expect(preferred('a3 s line sat-navs', '=sline =satnav +a3sline +slinesatnavs')).toEqual([
      '+a3sline',
      '+slinesatnavs',
    ]);
    expect(preferred('golf electric', '@electric =battery +golfelectric')).toEqual([
      '=battery',
      '+golfelectric',
    ]);
  });

  it('are preferred once', () => {
    expect(preferred('ford ka ford ka', '+fordka +kaford')).toEqual(['+fordka', '+kaford']);
    expect(preferred('electric electric', '@electric =battery')).toEqual(['=battery']);
  });
});

describe('words that repeat', () => {
  it.each(['1 2 ', 'saint ', 'service history ', 'st '])('are looked up once: %j', (words) => {
    let lookups = 0;
    const count = (term: string): boolean => {
      lookups += 1;
      return term.length < 3;
    };
    reader(words.repeat(100), count);
    expect(lookups).toBeLessThan(150);
  });
});
