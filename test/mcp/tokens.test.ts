// What tools cost a language model, by a real tokenizer: their descriptions in every conversation, and results.
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect, test } from 'vitest';
import { COMPARE_TOOL } from '../../src/mcp/compare-tool.ts';
import { CONNECTOR_FETCH_TOOL, CONNECTOR_SEARCH_TOOL } from '../../src/mcp/connector-tools.ts';
import { GET_TOOL } from '../../src/mcp/get-tool.ts';
import { INTERPRET_TOOL } from '../../src/mcp/interpret-tool.ts';
import { TOOL_LIST } from '../../src/mcp/mcp-server.ts';
import { SEARCH_TOOL } from '../../src/mcp/search-tool.ts';
import { SUMMARY_TOOL } from '../../src/mcp/summary-tool.ts';
import { estimateTokens, isShort } from '../../src/mcp/tokens.ts';
import type { Tool, ToolContext } from '../../src/mcp/tool.ts';
import { contextOf, removeStocks, stockOf } from './stock-context.ts';

afterEach(removeStocks);

/** Of texts that are too long together. */
function refusal(error: unknown): number {
  expect(String(error)).toContain('Compare fewer.');
  return 0;
}

/** Both contents of a result: some hosts show the model one, some both. */
async function tokensOf(tool: Tool, args: Record<string, unknown>, context: ToolContext): Promise<number> {
  const { structuredContent, text } = await tool.call(args, context);
  return encode(JSON.stringify(structuredContent)).length + encode(text).length;
}

test('the list of tools takes at most 3,400 tokens, 446 of them for list_changes', () => {
  expect(encode(JSON.stringify(TOOL_LIST)).length).toBeLessThanOrEqual(3400);
});

const ADVERTS = [4000, 4001, 4002, 4003, 4004, 4005].map(
  (number, i) => `https://valley-cars-${i}.example/used/ford-fiesta-manchester-${number}`,
);

describe('a usual result', () => {
  test('takes at most 2,500 tokens', async () => {
    const context = await contextOf(
      stockOf(() => ({
        full_description: 'A tidy car with a full service history, one owner and a long test. '.repeat(12),
        images: Array.from({ length: 12 }, (_, i) => `https://img.valley-cars.example/${i}.jpg`),
      })),
    );
    expect(await tokensOf(SEARCH_TOOL, { location: 'M1', sort: 'distance' }, context)).toBeLessThanOrEqual(
      2500,
    );
    const adverts = ADVERTS.slice(0, 2);
    expect(await tokensOf(GET_TOOL, { adverts: [ADVERTS[0]] }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(COMPARE_TOOL, { adverts }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(CONNECTOR_SEARCH_TOOL, { query: 'ford' }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(CONNECTOR_FETCH_TOOL, { id: adverts[0] }, context)).toBeLessThanOrEqual(2500);
    expect(await tokensOf(SUMMARY_TOOL, { make: 'Ford' }, context)).toBeLessThanOrEqual(2500);
    const phrase = { text: 'cheap diesel automatic estate under £10k near SW1A 1AA' };
    expect(await tokensOf(INTERPRET_TOOL, phrase, context)).toBeLessThanOrEqual(2500);
  });
});

describe('the longest result', () => {
  const RARE = 'ꙮ𒐫𓀀᚛';
  const LONG_PATH = 'Zx9Qk7'.repeat(300);

  test.each([
    ['long prose', 'A tidy car with a full service history and one owner. '.repeat(370), ''],
    ['rare characters', RARE.repeat(3000), RARE.repeat(20)],
    ['random letters', 'qXzJ4kVw8'.repeat(2200), 'qXzJ4kVw8'.repeat(10)],
  ])('of %s takes at most 20,000 tokens', async (_name, description, word) => {
    const context = await contextOf(
      stockOf((i) => ({
        model: `${word}${i}`,
        loc: word,
        advert_url: `https://valley-cars-${i % 9}.example/${i}/${LONG_PATH}`,
        full_description: description,
        images: Array.from(
          { length: 100 },
          (_, at) => `https://img.valley-cars.example/${i}/${at}/${LONG_PATH}`,
        ),
      })),
    );
    for (const args of [{ limit: 20 }, { limit: 20, detail: 'full' }, { limit: 1, detail: 'full' }])
      expect(await tokensOf(SEARCH_TOOL, args, context)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(SUMMARY_TOOL, {}, context)).toBeLessThanOrEqual(20_000);
    const adverts = [0, 1, 2, 3, 4, 5].map((i) => `https://valley-cars-${i}.example/${i}/${LONG_PATH}`);
    expect(await tokensOf(GET_TOOL, { adverts }, context)).toBeLessThanOrEqual(20_000);
    const four = { adverts: adverts.slice(0, 4) };
    expect(await tokensOf(COMPARE_TOOL, four, context).catch(refusal)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(CONNECTOR_SEARCH_TOOL, { query: '' }, context)).toBeLessThanOrEqual(20_000);
    expect(await tokensOf(CONNECTOR_FETCH_TOOL, { id: adverts[0] }, context)).toBeLessThanOrEqual(20_000);
  });

  test.each(['5k', 'vw bmw', 'cheap', 'near', '"\\', 'x y', RARE])(
    'of a phrase of nothing but %s takes at most 20,000 tokens',
    async (words) => {
      const context = await contextOf(stockOf(() => ({}), 1));
      const phrase = Array.from(`${words} `.repeat(512)).slice(0, 512).join('');
      expect(await tokensOf(INTERPRET_TOOL, { text: phrase }, context)).toBeLessThanOrEqual(20_000);
    },
  );
});

describe('the estimate of tokens', () => {
  const errorOf = (text: string): number => estimateTokens(text) / encode(text).length - 1;

  test.each([
    ['English', 'Bought new from us and serviced here ever since, this tidy little hatchback has covered very few miles. Two keys, a full set of mats, and four matching tyres with plenty of tread. Part exchange welcome, and finance can be arranged while you wait.'],
    ['capitals', 'IMMACULATE CONDITION THROUGHOUT, SAT NAV, PANORAMIC ROOF, TOW BAR, ONE LADY OWNER, JUST SERVICED WITH NEW BRAKES. NO TIME WASTERS PLEASE.'],
    ['figures', '2.0 TDI 150PS S-Line 5dr; £30 road tax; 62.8mpg; 18" alloys; CD/DAB/USB; ABS, ESP, A/C, PAS; MOT 03/2027; V5C in hand; HPI clear; 0-62 in 8.4s; CO2 118g/km.'],
    ['French', 'Cette voiture a été achetée neuve chez nous et entretenue dans notre atelier. Elle dispose de deux clés, de quatre pneus récents et d’un carnet complet. Nous reprenons votre ancien véhicule et nous proposons un financement adapté.'],
    ['German', 'Dieser Wagen wurde bei uns neu gekauft und immer in unserer Werkstatt gewartet. Zwei Schlüssel, vier neue Reifen und ein vollständiges Serviceheft sind dabei. Wir nehmen Ihr altes Auto gerne in Zahlung.'],
    ['Polish', 'Ten samochód został kupiony u nas jako nowy i był zawsze serwisowany w naszym warsztacie. Dwa kluczyki, cztery nowe opony i pełna książka serwisowa. Przyjmujemy stare auto w rozliczeniu.'],
    ['Greek', 'Αυτό το αυτοκίνητο αγοράστηκε καινούργιο από εμάς και συντηρείται πάντα στο συνεργείο μας. Έχει δύο κλειδιά και τέσσερα νέα ελαστικά.'],
    ['Russian', 'Эта машина была куплена у нас новой и всегда обслуживалась в нашей мастерской. Два ключа, четыре новые шины и полная сервисная книжка. Принимаем старый автомобиль в зачёт.'],
    ['Arabic', 'تم شراء هذه السيارة جديدة من عندنا وتمت صيانتها دائما في ورشتنا. مع مفتاحين وأربعة إطارات جديدة ودفتر صيانة كامل. نقبل استبدال سيارتك القديمة.'],
    ['Hebrew', 'המכונית הזאת נקנתה אצלנו חדשה וטופלה תמיד במוסך שלנו. שני מפתחות, ארבעה צמיגים חדשים ופנקס שירות מלא.'],
    ['Hindi', 'यह गाड़ी हमारे यहाँ से नई खरीदी गई थी और हमेशा हमारी कार्यशाला में इसकी सर्विस हुई है। दो चाबियाँ, चार नए टायर और पूरी सर्विस बुक साथ है।'],
    ['Chinese', '这辆车是在我们店里买的新车，一直在我们的车间保养。配有两把钥匙、四条新轮胎和完整的保养手册。我们也可以置换您的旧车。'],
    ['Japanese', 'この車は当店で新車として購入され、ずっと当店の工場で整備されてきました。鍵は二本、タイヤは四本とも新品で、整備手帳も揃っています。下取りも歓迎します。'],
    ['Korean', '이 차는 저희 매장에서 새 차로 판매되었고 항상 저희 정비소에서 관리되었습니다. 열쇠 두 개와 새 타이어 네 개, 그리고 정비 수첩이 있습니다.'],
    ['Thai', 'รถคันนี้ซื้อใหม่จากเราและได้รับการดูแลที่ศูนย์ของเราเสมอ มีกุญแจสองดอก ยางใหม่สี่เส้น และสมุดบันทึกการบริการครบถ้วน'],
  ])('is within 10 %% of a tokenizer for text in %s', (_name, text) => {
    expect(Math.abs(errorOf(text))).toBeLessThanOrEqual(0.1);
  }); // prettier-ignore

  test('is within 10 % of a tokenizer for the results of tools', async () => {
    const context = await contextOf(
      stockOf((i) => ({
        full_description: 'A tidy car with a full service history, one owner and a long test. '.repeat(
          1 + (i % 5),
        ),
        images: Array.from({ length: 8 }, (_, at) => `https://img.valley-cars.example/${i}/${at}.jpg`),
      })),
    );
    const results = [
      await SEARCH_TOOL.call({ limit: 20 }, context),
      await SEARCH_TOOL.call({ limit: 20, detail: 'full' }, context),
      await SUMMARY_TOOL.call({ make: 'Ford' }, context),
      await GET_TOOL.call({ adverts: ADVERTS.slice(0, 3) }, context),
      await COMPARE_TOOL.call({ adverts: ADVERTS.slice(0, 3) }, context),
      await INTERPRET_TOOL.call({ text: 'cheap diesel automatic estate under £10k near SW1A 1AA' }, context),
    ];
    const texts = results.flatMap(({ structuredContent, text }) => [JSON.stringify(structuredContent), text]);
    expect(texts.filter((text) => Math.abs(errorOf(text)) > 0.1)).toEqual([]);
  });

  test('is never much below a tokenizer for letters and characters at random', () => {
    // As long as the texts whose length matters: in shorter ones, errors in single words do not even out.
    const letters = fc.string({ unit: fc.constantFrom(...'aqzXJ7 0Ek'), minLength: 1000, maxLength: 1500 });
    const texts = fc.oneof(
      letters,
      fc.string({
        unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz '),
        minLength: 1000,
        maxLength: 2000,
      }),
      fc.string({ unit: 'binary', minLength: 300, maxLength: 500 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(errorOf(text)).toBeGreaterThanOrEqual(-0.15);
      }),
      { numRuns: 100 },
    );
  });
});

/** Adverts as dealers write them: names of dealers and models, and pictures under numbers, hashes and UUIDs. */
const DEALERS = [
  ['penrose-vehicle-centre-grimsby.example', 'Vauxhall', 'Corsa', 'thumb.jpg'],
  [
    'faulkner-garage-clacton-on-sea.example',
    'Mercedes-Benz',
    'GLC-Class',
    '3f2a9c71d0be48c5a6e17b90d4f2c863.jpg',
  ],
  [
    'smithandsonsmotors.example',
    'Volkswagen',
    'Tiguan Allspace',
    '7d1f0c2e-93ab-4c55-8f0d-2b6e5a9c1d47.webp',
  ],
  ['ashdown-car-sales-stratford-upon-avon.example', 'Škoda', 'Karoq', 'photo-12.jpg?width=640&quality=80'],
  ['cymru-ceir-llandrindod-wells.example', 'Hyundai', 'Ioniq', '1.jpg'],
] as const;

test('the estimate is within 10 % of a tokenizer for the results of tools over adverts of dealers', async () => {
  const features = 'Android Auto, blind spot monitor, xenon headlights, ISOFIX, DAB radio, Apple CarPlay';
  const records = stockOf((i) => {
    const [dealer, make, model, picture] = DEALERS[i % DEALERS.length];
    return {
      dealer,
      make,
      model,
      advert_url: `https://${dealer}/used-cars/${2010 + (i % 10)}-${make.toLowerCase()}-vo${130_000 + 17 * i}`,
      loc: 'Thornton-Cleveleys',
      full_description: `${2010 + (i % 10)} ${make} ${model} 1.6L SRi 5dr in metallic Grey. Cat N, fully repaired. Features: ${features}. 44.8 mpg combined, road tax £160.`,
      images: Array.from({ length: 1 + (i % 6) }, (_, at) => `https://img.${dealer}/${i}/${at}/${picture}`),
    };
  });
  const context = await contextOf(records);
  const found = await SEARCH_TOOL.call({ limit: 20 }, context);
  const { cars } = (found.structuredContent as { results: { cars: { advert: string }[] } }).results;
  const adverts = cars.map(({ advert }) => advert);
  const results = [
    found,
    await SEARCH_TOOL.call({ limit: 20, detail: 'full' }, context),
    await SUMMARY_TOOL.call({ fuel_type: 'Petrol' }, context),
    await GET_TOOL.call({ adverts: adverts.slice(0, 6) }, context),
    await COMPARE_TOOL.call({ adverts: adverts.slice(0, 4) }, context),
    await CONNECTOR_SEARCH_TOOL.call({ query: 'petrol' }, context),
    await CONNECTOR_FETCH_TOOL.call({ id: adverts[0] }, context),
  ];
  const texts = results.flatMap(({ structuredContent, text }) => [JSON.stringify(structuredContent), text]);
  const errors = texts.map((text) => Math.abs(estimateTokens(text) / encode(text).length - 1));
  expect(errors.filter((error) => error > 0.1)).toEqual([]);
});

test('a page of twenty vehicles in full detail is not cut', async () => {
  const description =
    'A tidy car with a full service history, one owner and a long test. Two keys and new tyres. '.repeat(5);
  const context = await contextOf(
    stockOf((i) => ({
      full_description: description,
      images: Array.from({ length: 4 }, (_, at) => `https://img.valley-cars.example/${i}/${at}.jpg`),
    })),
  );
  const { structuredContent, text } = await SEARCH_TOOL.call({ limit: 20, detail: 'full' }, context);
  const { cars } = (structuredContent as { results: { cars: { full_description: string }[] } }).results;
  expect(cars.map((car) => car.full_description)).toEqual(
    Array.from({ length: 20 }, () => description.trim()),
  );
  expect(text).not.toContain('Shortened');
});

test.each([
  ['twenty long descriptions', 20, 80, 0, '20 descriptions'],
  ['five very long descriptions', 5, 360, 0, '5 descriptions'],
  ['twenty long lists of pictures', 20, 1, 60, '20 lists of pictures'],
  ['twenty of both', 20, 80, 60, '20 descriptions cut, 20 lists of pictures'],
])('a page of %s keeps nearly as much as the maximum', async (_name, limit, sentences, pictures, cuts) => {
  const context = await contextOf(
    stockOf((i) => ({
      full_description: 'A tidy car with a full service history and one owner. '.repeat(sentences),
      images: Array.from({ length: pictures }, (_, at) => `https://img.valley-cars.example/${i}/${at}.jpg`),
    })),
  );
  const { structuredContent, text } = await SEARCH_TOOL.call({ limit, detail: 'full' }, context);
  const { cars } = (structuredContent as { results: { cars: unknown[] } }).results;
  expect(cars.length).toBe(limit);
  // Of 9,000 by the estimate.
  expect(encode(JSON.stringify(structuredContent)).length).toBeGreaterThanOrEqual(7700);
  expect(text).toContain(`Shortened to fit: ${cuts} cut. For the rest, use a smaller limit and more pages.`);
  expect(text).not.toContain('ask again');
});

test('vehicles whose pictures are cut say so, and where the rest of a single one is', async () => {
  const context = await contextOf(
    stockOf((i) => ({
      images: Array.from(
        { length: 100 },
        (_, at) => `https://img.valley-cars.example/${i}/${at}/${'picture-of-a-tidy-car/'.repeat(8)}.jpg`,
      ),
    })),
  );
  const noteOf = async (count: number): Promise<string> =>
    (await GET_TOOL.call({ adverts: ADVERTS.slice(0, count) }, context)).text.split('\n')[0];
  expect(await noteOf(3)).toBe(
    'Shortened to fit: 3 lists of pictures cut. For the rest, ask for fewer vehicles at a time.',
  );
  expect(await noteOf(1)).toBe('Shortened to fit: 1 list of pictures cut. Its advert has the rest.');
});

test('a text is short only if the estimates of its parts are', () => {
  const parts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('aBcD', 'é', '中文', '🚗', '-Qz', '\n '),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 20 }), fc.nat({ max: 300 }), (texts, tokens) => {
      if (!isShort(texts.join(''), tokens)) return;
      expect(texts.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(tokens);
    }),
    { numRuns: 2000 },
  );
});
