// What a phrase makes of the search before it: each case is that search, the phrase, and the search after it.
import { describe, expect, it } from 'vitest';
import { toInterpretationResponse } from '../../../src/api/interpretation-response.ts';
import { after, refine } from '../refine-here.ts';

type Case = readonly [search: string, phrase: string, result: string];

const SETS: readonly Case[] = [
  ['make=Ford&price_max=8000&q=red', 'make it a blue one', 'q=blue&make=Ford&price_max=8000'],
  ['make=Ford&q=red estate', 'blue please', 'q=estate blue&make=Ford'],
  ['make=Ford&q=heated seats', 'with a sunroof', 'q=heated seats sunroof&make=Ford'],
  ['make=Ford&transmission=Manual', 'automatic instead', 'make=Ford&transmission=Automatic'],
  ['make=Ford&model=Focus&fuel_type=Petrol', 'same but diesel', 'make=Ford&model=Focus&fuel_type=Diesel'],
  ['make=Ford&fuel_type=Petrol,Diesel', 'only petrol', 'make=Ford&fuel_type=Petrol'],
  ['make=Ford&fuel_type=Hybrid', 'it has to be a diesel', 'make=Ford&fuel_type=Diesel'],
  ['make=Ford&price_max=8000', 'and under 40k miles', 'make=Ford&price_max=8000&miles_max=40000'],
  ['make=Ford&price_max=8000', 'up to 9k then', 'make=Ford&price_max=9000'],
  ['make=Ford&price_min=5000&price_max=8000', 'under 4k', 'make=Ford&price_max=4000'],
  ['make=Ford&price_max=8000', 'over 10k', 'make=Ford&price_min=10000'],
  ['make=Volvo&year_min=2017', 'no, 2015', 'make=Volvo&year_min=2015'],
  ['make=Ford', 'sorted by price, highest first', 'make=Ford&sort=price_desc'],
  ['make=Ford', 'sort by mileage, highest first', 'make=Ford'],
  ['make=Ford&sort=miles_asc', 'sort by price instead, lowest first', 'make=Ford&sort=price_asc'],
  ['make=Ford&q=red 5 door', "forget how many doors it's got", 'q=red&make=Ford'],
  ['make=Ford&q=red', 'never mind what colour it is', 'make=Ford'],
  ['make=Ford', 'near Leeds if poss', 'make=Ford&location=LS2&distance=4&sort=distance'],
  ['make=Ford&year_min=2015', "doesn't matter how old it is", 'make=Ford'],
  ['make=Ford&year_min=2017', '2018 or newer then', 'make=Ford&year_min=2018'],
  ['make=Ford,SEAT&model=Focus,Leon', 'actually no Leons', 'make=Ford&model=Focus'],
  ['make=Skoda,Volkswagen&model=Citigo,Up', 'actually no Ups', 'make=Skoda&model=Citigo'],
  ['make=Ford&fuel_type=Diesel,Petrol', 'actually no diesels', 'make=Ford&fuel_type=Petrol'],
  ['make=Ford', 'actually no Focuses', 'make=Ford&model=-Focus'],
  ['make=Ford&model=Fiesta', 'actually no Focus', 'make=Ford&model=Focus'],
  ['make=Toyota&model=Aygo', 'actually no Yaris', 'make=Toyota&model=Yaris'],
  ['make=Toyota', 'actually no Lexus', 'new: make=Lexus'],
  ['make=Ford&miles_max=60000', "they've changed their mind about the mileage", 'make=Ford'],
  ['make=Ford&sort=year_desc', 'cheapest first', 'make=Ford&sort=price_asc'],
  ['q=diesel estate&make=Ford', 'petrol', 'q=estate&make=Ford&fuel_type=Petrol'],
  ['q=-red&make=Ford', 'red', 'q=red&make=Ford'],
  ['q=red or silver&make=Ford', 'blue', 'q=blue&make=Ford'],
  ['q=-leather heated seats', 'black', 'q=-leather heated seats black'],
  ['q=−red estate', 'blue', 'q=-red estate blue'],
  ['q=estate without red', 'blue', 'q=estate -red blue'],
  ['q=estate not red or green', 'blue', 'q=estate -red -green blue'],
  ['q=not land rover red', 'blue', 'q=-"land rover" blue'],
  ['q=estate not bmw 3 series or mx-5 red', 'blue', 'q=estate -"bmw 3 series" -mx-5 blue'],
  ['q=land rover or golf red', 'blue', 'q=land rover or golf blue'],
  ['q=-red or -green estate', 'blue', 'q=-red -green estate blue'],
  ['q=-red, estate', 'blue', 'q=-red estate blue'],
  ['q=–“heated seats” estate', 'heated seats', 'q=estate heated seats'],
  ['make=Ford&q=red', "make that a blue 'un", 'q=blue&make=Ford'],
  ['make=Ford&q=red', 'she ditches the red', 'make=Ford'],
  ['make=Ford&q=red', 'swap red for blue', 'q=blue&make=Ford'],
  ['make=Ford&price_max=8000', 'take the price limit off', 'make=Ford'],
  ['make=Ford&price_max=8000', "100k on the clock doesn't bother me", 'make=Ford&price_max=8000'],
  ['make=Ford&q=red', 'change the colour to blue', 'q=blue&make=Ford'],
  ['location=PE1 1XX&distance=4', 'change postcode to NG9 2AB', 'location=NG9 2AB&distance=4'],
  [
    'make=Ford&model=Focus&price_max=8000',
    'swap the Focus for a Golf',
    'make=Volkswagen&model=Golf&price_max=8000',
  ],
  ['make=Vauxhall&model=Corsa', '3 doors no good', 'q=-"3 doors"&make=Vauxhall&model=Corsa'],
  ['model=Leon', 'nearer to Leeds', 'model=Leon&location=LS2&sort=distance'],
  ['make=Ford&q=red', 'either red or blue is fine', 'q=red or blue&make=Ford'],
  ['make=Ford&transmission=Manual', 'manual or auto', 'make=Ford'],
  ['q=suv&make=-Nissan', 'add Nissan back in', 'q=suv'],
  ['make=Volvo&q=estate', 'full service history essential', 'q=estate full service history&make=Volvo'],
  ['make=Alfa Romeo', '2007 to 2013? no wait, 2014 to 2016', 'make=Alfa Romeo&year_min=2014&year_max=2016'],
  ['make=BMW&year_min=2018', 'till 2020', 'make=BMW&year_min=2018&year_max=2020'],
  ['make=Seat', 'Xcellence trim', 'q=Xcellence&make=Seat'],
  ['make=Seat&model=Leon', 'SE not fussed, FR definitely', 'q=FR&make=Seat&model=Leon'],
  ['make=Seat&miles_max=50000', 'above 80k miles is ok', 'make=Seat'],
  ['make=Seat&miles_max=90000', 'above 80k miles is ok', 'make=Seat&miles_max=90000'],
  ['make=Seat', 'above 80k miles is ok', 'make=Seat'],
  ['make=Seat&year_min=2019', 'older would be ok too', 'make=Seat'],
  ['make=Seat&year_min=2019', 'newer is fine', 'make=Seat&year_min=2019'],
  ['make=Seat&miles_max=50000', 'a higher mileage is fine', 'make=Seat'],
  ['make=Seat&location=LS1', 'cheers for reading that out', 'make=Seat&location=LS1'],
  ['make=Ford&transmission=Manual', 'an auto might be better', 'make=Ford&transmission=Automatic'],
  ['fuel_type=Hybrid', 'a Polo would be best', 'make=Volkswagen&model=Polo&fuel_type=Hybrid'],
  ['make=Ford&location=M2&distance=3', 'does not matter where it is', 'make=Ford'],
  ['make=Ford&location=M2&distance=2', 'anywhere in 50 km', 'make=Ford&location=M2&distance=4'],
  ['make=Ford', 'manual fine but prefer auto', 'make=Ford'],
  ['fuel_type=Petrol,Diesel', 'switch diesel for hybrid', 'fuel_type=Petrol,Hybrid'],
  ['fuel_type=Hybrid', 'swap diesel for petrol', 'fuel_type=Petrol'],
  ['make=Ford&q=red or green', 'swap red for blue', 'q=green or blue&make=Ford'],
  ['make=Ford&q=red', 'I changed my mind about red - heated seats', 'q=heated seats&make=Ford'],
  ['make=Ford', 'newer than 2014 and before 2019', 'make=Ford&year_min=2015&year_max=2018'],
  ['make=Ford', '2016 and before', 'make=Ford&year_max=2016'],
  ['make=Ford&sort=year_desc', 'expensive to cheap', 'make=Ford&sort=price_desc'],
  ['make=Fiat&q=hatchback', 'I prefer a convertible to a hatchback', 'q=convertible&make=Fiat'],
  ['make=Fiat', "I'd prefer a petrol to be fair", 'make=Fiat'],
  ['transmission=Automatic', 'she would rather have a manual than an automatic', 'transmission=Manual'],
  ['fuel_type=Petrol&sort=year_desc', 'dearest first instead of newest', 'fuel_type=Petrol&sort=price_desc'],
  ['miles_max=70000&fuel_type=Petrol', 'any mileage, under 15k', 'fuel_type=Petrol&price_max=15000'],
  ['make=Fiat&engine_min=1.4', 'no more than 1.6', 'make=Fiat&engine_min=1.4&engine_max=1.6'],
  ['miles_max=9000', 'I meant £9,000 at most', 'price_max=9000'],
  ['year_min=2015', 'sorry, 2015 or older', 'year_max=2015'],
  ['make=Fiat&q=sunroof', 'does it have a heat pump?', 'q=sunroof&make=Fiat'],
  ['fuel_type=Electric', 'will that be alright? ok change it to hybrid', 'fuel_type=Hybrid'],
];

/** What is no wish for a car leaves the search as it is. */
const TALK: readonly Case[] = [
  ['make=Ford&q=estate', 'what about the other one', 'q=estate&make=Ford'],
  ['make=Ford&q=estate', 'my back hurts', 'q=estate&make=Ford'],
  ['make=Ford', 'is it going to rain', 'make=Ford'],
  ['make=Ford&q=heat pump', 'drop the heat pump, too fussy', 'make=Ford'],
  ['make=Ford', "I'm Ellie by the way", 'make=Ford'],
  ['make=Ford', 'cheers duck', 'make=Ford'],
  ['make=Ford', 'blimey, anyways how about a Rio', 'make=Kia&model=Rio'],
  ['year_max=2012', 'petrol preferred', 'year_max=2012'],
  ['make=Ford', "we're off round Wales in July", 'make=Ford'],
  ['make=Ford', 'for a tour of Cornwall', 'make=Ford'],
];

const NAMES: readonly Case[] = [
  ['make=Ford&model=Fiesta&price_max=8000', 'what about Audi', 'make=Audi&price_max=8000'],
  ['make=Ford&model=Fiesta&q=zetec sunroof', 'how about an Audi A3', 'q=sunroof&make=Audi&model=A3'],
  ['make=Ford&model=Fiesta', 'try a Polo instead', 'make=Volkswagen&model=Polo'],
  ['make=Ford,Audi&model=Fiesta,A3', 'show me the Audi ones', 'make=Audi&model=A3'],
  ['make=Ford&model=Fiesta', 'the Focus ones', 'make=Ford&model=Focus'],
  ['make=Volkswagen&model=Golf&q=R sunroof', 'what about the GTD', 'q=sunroof GTD&make=Volkswagen&model=Golf'],
  ['make=Volkswagen&model=Golf R', 'what about the GTD', 'q=GTD&make=Volkswagen&model=Golf'],
  ['make=Renault&model=Scenic', 'only the Grand', 'make=Renault&model=Grand Scenic'],
  ['make=Volkswagen&model=Polo&price_max=6000', 'Fabia?', 'make=Skoda&model=Fabia&price_max=6000'],
  ['make=Ford&model=Kuga', 'no wait, puma', 'make=Ford&model=Puma'],
  ['make=Land Rover&model=Discovery&price_max=12000', 'hmm, Kia Sorento under the same money', 'make=Kia&model=Sorento&price_max=12000'],
  ['q=ford focus&price_max=8000', 'what about a Golf', 'make=Volkswagen&model=Golf&price_max=8000'],
  ['make=-Ford&price_max=8000', 'what about a Ford', 'make=Ford&price_max=8000'],
  ['make=Mercedes', 'but not a Mercedes', 'make=-Mercedes-Benz'],
  ['make=vw,Ford', 'drop the Volkswagen', 'make=Ford'],
  ['make=Mercedes,BMW&price_max=9000', 'not the Mercedes', 'make=BMW&price_max=9000'],
  ['make=BMW&model=3-series,X1', 'not the 3 Series', 'make=BMW&model=X1'],
  ['q="zaphira" red', 'make it blue', 'q="zaphira" blue'],
  ['q="cat n" or -sunroof golf', 'in blue', 'q="cat n" -sunroof golf blue'],
  ['q=convertible', 'mazda', 'q=convertible&make=Mazda'],
  ['make=Volvo', 'v60', 'make=Volvo&model=V60'],
  ['make=Lexus&model=IS,RX', 'just the rx', 'make=Lexus&model=RX'],
  ['fuel_type=Diesel&q=estate', 'Skoda Octavia', 'q=estate&make=Skoda&model=Octavia&fuel_type=Diesel'],
  ['make=Volkswagen&model=Up&price_max=5000', 'the VW', 'make=Volkswagen&model=Up&price_max=5000'],
  ['make=Ford,SEAT&model=Focus,Leon&q=red', 'Leon. just that', 'q=red&make=SEAT&model=Leon'],
  ['make=Dacia,Skoda&model=Duster,Yeti', 'just yetis then', 'make=Skoda&model=Yeti'],
  ['make=Audi&model=A1&q=yellow', 'she saw a Polo. Forget the Audi', 'q=yellow&make=Volkswagen&model=Polo'],
  ['make=Ford,Vauxhall&model=Focus,Astra', 'replace the Astra with a Golf', 'make=Ford,Volkswagen&model=Focus,Golf'],
  ['make=Kia,Hyundai', 'change Kia to Toyota', 'make=Hyundai,Toyota'],
  ['make=Skoda,Kia&q=octavia', 'just Skoda', 'q=octavia&make=Skoda'],
  ['make=SEAT&q=fr or xcellence sunroof', 'what about a Fabia', 'q=sunroof&make=Skoda&model=Fabia'],
  ['make=Kia&model=Ceed&year_min=2019', 'back to the Picanto', 'make=Kia&model=Picanto&year_min=2019'],
  ['make=Kia&model=Ceed&year_min=2019', 'go back to Skodas', 'make=Skoda&year_min=2019'],
  ['make=Kia&model=Ceed&price_max=9000', 'Fabia Monte Carlo again', 'q=Monte Carlo&make=Skoda&model=Fabia&price_max=9000'],
  ['fuel_type=Petrol&q=sunroof', 'under 7k, 2014 or newer, Citroen or Kia', 'q=sunroof&make=Citroen,Kia&fuel_type=Petrol&price_max=7000&year_min=2014'],
  ['make=Ford&model=Focus&q=titanium', 'titanium estate below 9k', 'q=titanium estate&make=Ford&model=Focus&price_max=9000'],
  ['make=SEAT&q=fr', 'petrol fr', 'q=fr&make=SEAT&fuel_type=Petrol'],
]; // prettier-ignore

const ADDS: readonly Case[] = [
  [
    'make=Volkswagen&model=Golf&price_max=9000',
    'or a Polo',
    'make=Volkswagen&model=Golf,Polo&price_max=9000',
  ],
  ['make=Ford&model=Fiesta', 'or a Polo', 'make=Ford,Volkswagen&model=Fiesta,Polo'],
  ['make=Ford', 'also Audi', 'make=Ford,Audi'],
  ['make=Ford&price_max=9000', 'or a Polo', 'make=Ford,Volkswagen&price_max=9000'],
  ['make=Ford&model=Fiesta', 'or an Audi', 'make=Ford,Audi'],
  ['make=Fiat&model=500C', 'or a DS3', 'make=Fiat,Citroen,DS&model=500C,DS3'],
  ['make=Ford&fuel_type=Petrol', 'or diesel', 'make=Ford&fuel_type=Petrol,Diesel'],
  ['make=Ford&transmission=Automatic', 'manual also ok', 'make=Ford&transmission=Automatic,Manual'],
  ['make=Ford&q=red', 'or blue', 'q=red or blue&make=Ford'],
  ['make=Ford&q=red', 'blue too', 'q=red or blue&make=Ford'],
  ['make=Honda&model=Jazz', 'perhaps a Yaris would do as well', 'make=Honda,Toyota&model=Jazz,Yaris'],
  ['make=Skoda&q=estate -black', 'black is ok too', 'q=estate&make=Skoda'],
  ['make=Ford&year_min=2019&year_max=2019', 'or 2020', 'make=Ford&year_min=2019&year_max=2020'],
  ['make=Kia&model=Rio', 'fabias aswell', 'make=Kia,Skoda&model=Rio,Fabia'],
  [
    'make=Kia&model=Rio&price_max=9000',
    'both of those, the Rio and the Fabia',
    'make=Skoda,Kia&model=Fabia,Rio&price_max=9000',
  ],
  ['make=Kia&model=Rio', 'and a Fabia', 'make=Kia,Skoda&model=Rio,Fabia'],
  ['make=Kia&model=Rio', 'Dad thinks a Fabia would also work', 'make=Kia,Skoda&model=Rio,Fabia'],
  ['make=Kia', 'vauxhall too tho', 'make=Kia,Vauxhall'],
  ['make=Kia&fuel_type=Petrol', 'hybrid as well as petrol', 'make=Kia&fuel_type=Petrol,Hybrid'],
  ['make=Kia&q=white', 'would consider silver also', 'q=white or silver&make=Kia'],
  ['model=Leon', 'or a Golf', 'make=Volkswagen,Cupra,SEAT&model=Leon,Golf'],
  ['make=-Tesla&fuel_type=Electric', 'on second thoughts teslas are ok', 'fuel_type=Electric'],
  ['make=Abarth&q=competizione', 'essesse is fine too', 'q=competizione or essesse&make=Abarth'],
  ['make=Volkswagen', 'Skodas were alright, put them in too', 'make=Volkswagen,Skoda'],
  ['fuel_type=Petrol', 'hybrids were ok, include those', 'fuel_type=Petrol,Hybrid'],
  ['make=Kia&model=Rio', 'a Fabia as well as the Kias', 'make=Kia,Skoda&model=Rio,Fabia'],
  ['make=Kia', 'the buyer now accepts Skodas', 'make=Kia,Skoda'],
  ['price_max=9000', 'or under 5k', 'price_max=9000'],
];

/** What the search excludes, and is allowed again. */
const ALLOWS: readonly Case[] = [
  ['make=-Skoda,-SEAT', 'skodas are alright', 'make=-SEAT'],
  ['q=-orange estate', 'orange can stay', 'q=estate'],
  ['make=Audi&model=-A1', 'put the A1 back', 'make=Audi'],
  ['make=-Ford', 'a Ford', 'make=Ford'],
  ['q=-purple', 'purple stays out', 'q=-purple'],
  ['make=Toyota&fuel_type=Petrol', 'hybrid is no good', 'make=Toyota&fuel_type=Petrol'],
  ['make=Toyota', 'manual would be fine', 'make=Toyota'],
];

const REMOVES: readonly Case[] = [
  ['make=Ford&q=red estate', 'forget the colour', 'q=estate&make=Ford'],
  ['make=Ford&q=red estate', "the colour really isn't important", 'q=estate&make=Ford'],
  ['make=Ford&q=red estate', 'colour is of no importance', 'q=estate&make=Ford'],
  ['make=Ford&q=5 doors', "5 door isn't crucial, skip that", 'make=Ford'],
  ['make=Ford&q=4wd', 'never mind the four wheel drive', 'make=Ford'],
  ['make=Volvo&q=black leather', 'the leather is no longer necessary', 'q=black&make=Volvo'],
  ['make=Land Rover&model=Freelander&year_max=2012', "doesn't have to be a Land Rover", 'year_max=2012'],
  ['price_min=9000&price_max=14000', 'no minimum', 'price_max=14000'],
  ['miles_max=50000&price_max=9000', 'no upper limit on mileage', 'price_max=9000'],
  ['make=Ford&fuel_type=Diesel', 'any fuel', 'make=Ford'],
  ['make=Ford&price_min=2000&price_max=8000', 'drop the price limit', 'make=Ford'],
  ['price_min=2000&price_max=8000', 'no limit at the top', 'price_min=2000'],
  ['make=Ford&price_max=8000', 'clear the price', 'make=Ford'],
  ['make=Ford&q=leather', 'disregard the leather', 'make=Ford'],
  [
    'make=Ford&price_min=5000&price_max=8000',
    "don't bother with a minimum price",
    'make=Ford&price_max=8000',
  ],
  ['make=Ford&miles_max=50000', "mileage doesn't matter", 'make=Ford'],
  ['make=Ford&transmission=Manual', 'any gearbox will do', 'make=Ford'],
  ['make=Ford&q=heated seats sat nav', 'forget the heated seats', 'q=sat nav&make=Ford'],
  ['make=Ford&q=air con bluetooth', 'bluetooth not needed', 'q=air con&make=Ford'],
  ['make=Ford&q=red', "doesn't have to be red", 'make=Ford'],
  ['make=Mazda,BMW&year_max=2009', 'get rid of bmw', 'make=Mazda&year_max=2009'],
  ['make=Ford&model=Fiesta,Focus', 'remove the fiesta', 'make=Ford&model=Focus'],
  ['make=Ford,Volkswagen&model=Fiesta,Polo', 'forget the fiesta', 'make=Volkswagen&model=Polo'],
  ['make=Volkswagen&model=Caddy Maxi', 'remove maxi', 'make=Volkswagen&model=Caddy'],
  ['location=LS1 4AP&distance=3&sort=distance&make=Ford', 'anywhere', 'make=Ford'],
  ['location=LS1 4AP&distance=3&make=Ford', 'any distance', 'make=Ford&location=LS1 4AP'],
  ['make=Ford&price_max=8000&miles_max=50000', 'forget the price and the mileage', 'make=Ford'],
  ['q=hatchback 5 door&make=Ford', "5 door doesn't matter", 'q=hatchback&make=Ford'],
  ['q=heated seats Apple CarPlay', "Apple CarPlay isn't crucial", 'q=heated seats'],
  ['make=MINI&q=cooper green', 'any make', 'q=green'],
  ['q=red or silver&make=Ford', 'forget the red', 'q=silver&make=Ford'],
  ['make=Ford&q=tow bar', 'not sure about the tow bar. take it off', 'make=Ford'],
  ['make=Ford&fuel_type=Petrol,Diesel', 'do I want a diesel? no, drop it', 'make=Ford&fuel_type=Petrol'],
  ['make=Ford&q=red', 'blue is fine too, so lose that', 'q=red or blue&make=Ford'],
  ['price_max=9000&miles_max=120000', 'drop the ones above 8k', 'price_max=8000&miles_max=120000'],
  ['make=Jaguar', 'get rid of everything older than 2015', 'make=Jaguar&year_min=2015'],
  ['make=Jaguar', "needn't be anything over 3 litres", 'make=Jaguar'],
  ['make=Jaguar', 'take out anything over 100k miles', 'make=Jaguar&miles_max=100000'],
  ['transmission=Manual', 'either gearbox is fine', ''],
  ['q=leather&price_max=9000', 'take the price limit off as well', 'q=leather'],
  ['q=leather towbar', 'towbar yes, leather no need', 'q=towbar'],
  ['make=Cupra,Kia&model=Born,Niro', 'she drops the Born', 'make=Kia&model=Niro'],
  ['make=Kia&q=green&price_max=9000', 'no colour and no price', 'make=Kia'],
  ['make=Dacia&model=Sandero&q=stepway red', 'forget the Stepway', 'q=red&make=Dacia&model=Sandero'],
  ['make=Kia&q=green', "we're not bothered about it being green", 'make=Kia'],
  ['make=Kia&q=green', 'any colour except yellow', 'q=-yellow&make=Kia'],
  ['location=LS1&distance=3&sort=price_asc', 'forget the price order', 'location=LS1&distance=3'],
  ['q=vxr&make=Vauxhall', 'too expensive, drop the vxr', 'make=Vauxhall'],
];

const COMPARES: readonly Case[] = [
  ['make=Ford&price_max=8000', 'cheaper', 'make=Ford&price_max=8000&sort=price_asc'],
  ['make=Ford&price_max=8000', 'much cheaper', 'make=Ford&price_max=8000&sort=price_asc'],
  [
    'make=Ford&price_max=8000',
    'can you show me something a bit cheaper please',
    'make=Ford&price_max=8000&sort=price_asc',
  ],
  ['make=Ford&price_max=8000', 'cheaper than 6k', 'make=Ford&price_max=6000'],
  ['make=Ford&price_max=8000', 'too dear, max 5k', 'make=Ford&price_max=5000'],
  ['make=Ford', 'cheaper', 'make=Ford&sort=price_asc'],
  ['make=Ford&price_max=8000', 'cheaper ones first', 'make=Ford&price_max=8000&sort=price_asc'],
  [
    'location=LS1 4AP&distance=3&sort=price_asc',
    'closer ones first',
    'location=LS1 4AP&distance=3&sort=distance',
  ],
  ['price_max=3000', 'less miles, under 80k', 'price_max=3000&miles_max=80000'],
  ['make=Ford&price_max=8000', 'a bit more expensive', 'make=Ford&price_max=8000'],
  ['make=Ford&year_min=2018', 'newer', 'make=Ford&year_min=2018&sort=year_desc'],
  ['make=Ford&sort=year_desc', 'newer', 'make=Ford&sort=year_desc'],
  ['make=Ford&miles_max=60000', 'fewer miles please', 'make=Ford&miles_max=60000&sort=miles_asc'],
  ['make=Ford&engine_min=1.6', 'bigger engine', 'make=Ford&engine_min=1.6'],
  ['make=Ford&location=LS1 4AP&distance=4', 'closer', 'make=Ford&location=LS1 4AP&distance=3'],
  ['make=Ford&location=LS1 4AP', 'nearer', 'make=Ford&location=LS1 4AP&distance=4'],
  ['make=Ford&location=LS1 4AP&distance=4', 'wider', 'make=Ford&location=LS1 4AP&distance=5'],
  ['make=Ford&location=LS1 4AP&distance=4', 'a bit nearer to us', 'make=Ford&location=LS1 4AP&distance=3'],
  ['make=Ford&location=LS1 4AP&distance=4', 'York is too far, Bradford', 'make=Ford&location=BD1&distance=4'],
  ['make=Ford&location=LS1 4AP&distance=4', 'further afield', 'make=Ford&location=LS1 4AP&distance=5'],
  ['make=Ford', 'closer', 'make=Ford'],
  ['make=Ford&price_max=8000', 'fewer miles than 30000', 'make=Ford&price_max=8000&miles_max=30000'],
  ['make=Ford&miles_max=60000', 'lower mileage than 45k', 'make=Ford&miles_max=45000'],
  ['make=Ford&price_max=8000', 'more miles than 30,000', 'make=Ford&price_max=8000&miles_min=30000'],
  ['make=Ford&sort=price_asc', 'no, other way round', 'make=Ford&sort=price_desc'],
  ['make=Ford&sort=price_desc', 'sort by price, the other way about', 'make=Ford&sort=price_asc'],
  ['make=Ford&sort=miles_asc', 'reverse the order', 'make=Ford&sort=miles_asc'],
];

const EXCLUDES: readonly Case[] = [
  ['make=Volvo&q=black leather', 'without leather', 'q=black -leather&make=Volvo'],
  ['price_max=8000', 'but not a Ford', 'make=-Ford&price_max=8000'],
  ['make=Ford,Audi&price_max=8000', 'but not a Ford', 'make=Audi&price_max=8000'],
  ['make=Audi', 'but not an A4', 'make=Audi&model=-A4'],
  ['make=Ford', 'no diesels', 'make=Ford&fuel_type=-Diesel'],
  ['make=Ford&fuel_type=-Petrol', 'or no diesels', 'make=Ford&fuel_type=-Petrol,-Diesel'],
  ['make=Ford&fuel_type=Petrol,Diesel', 'no diesels', 'make=Ford&fuel_type=Petrol'],
  ['make=Skoda', 'not the fabia', 'make=Skoda&model=-Fabia'],
  ['make=Ford&model=Fiesta', 'not the fiesta', 'make=Ford&model=-Fiesta'],
  ['make=Ford', 'no leather', 'q=-leather&make=Ford'],
  ['make=Hyundai,Skoda&model=i20,Fabia', 'not the fabia', 'make=Hyundai&model=i20'],
  ['make=Kia&model=Ceed,Rio', 'not the estate Ceed', 'q=-estate&make=Kia&model=Ceed,Rio'],
  ['make=Ford&q=leather heated seats', 'leave out the leather', 'q=heated seats&make=Ford'],
  ['make=Ford&q=red', "she's gone off red", 'make=Ford'],
  ['make=Ford&q=red', 'blue, not red', 'q=blue&make=Ford'],
  ['make=Ford&price_max=8000', 'bin the diesels', 'make=Ford&fuel_type=-Diesel&price_max=8000'],
  ['make=Ford&fuel_type=Diesel', 'bin the diesels', 'make=Ford'],
  ['make=Ford&price_max=8000', 'remove all the filters except price', 'make=Ford&price_max=8000'],
  ['make=Ford&engine_max=1.4', 'any size engine', 'make=Ford'],
  ['make=Ford&price_max=8000', "money's no object now", 'make=Ford'],
  [
    'make=Ford&location=LS1 4AP&distance=4',
    'remove the location and sort by price',
    'make=Ford&sort=price_asc',
  ],
  ['make=Ford&q=full service history sunroof', 'service history not that important', 'q=sunroof&make=Ford'],
  ['make=Audi&model=A3&price_max=8000', 'open it up to other makes', 'price_max=8000'],
  ['make=Audi&model=A3&price_max=8000', "he'd rather a Golf", 'make=Volkswagen&model=Golf&price_max=8000'],
  ['make=Ford&q=leather heated seats', 'leave the leather out', 'q=heated seats&make=Ford'],
  ['make=Ford&q=leather heated seats', 'minus the leather', 'q=heated seats&make=Ford'],
  ['make=Ford&q=leather heated seats', 'strike leather off the list', 'q=heated seats&make=Ford'],
  ['make=Ford&q=leather heated seats', 'no leather', 'q=heated seats -leather&make=Ford'],
  ['make=Ford', "not silver, everyone's got silver", "q=-silver everyone's&make=Ford"],
  ['make=Ford&fuel_type=Diesel', 'leave out the diesel', 'make=Ford'],
  ['make=Ford&fuel_type=Diesel', 'no diesels', 'make=Ford&fuel_type=-Diesel'],
  ['make=Ford&model=Fiesta', 'leave out the Fiesta', 'make=Ford'],
  ['make=Ford&model=Fiesta', 'leave out the Focus', 'make=Ford&model=Fiesta'],
  ['make=Ford', 'leave out the Focus', 'make=Ford&model=-Focus'],
  ['q=green or yellow&make=Ford', 'not the yellow ones', 'q=green&make=Ford'],
  ['make=Ford&q=heated seats', 'leave out the leather', 'q=heated seats -leather&make=Ford'],
  ['make=Ford&model=Focus', 'no black cars', 'q=-black&make=Ford&model=Focus'],
  ['make=Audi&q=avant s line', 'not an avant', 'q=s line -avant&make=Audi'],
  ['transmission=Automatic', 'but not a CVT', 'q=-CVT&transmission=Automatic'],
  ['q=diesel', 'no mild hybrids', 'q=diesel -"mild hybrids"'],
  ['q=automatic', 'no DSG gearbox', 'q=automatic -DSG'],
  ['make=Ford', 'any colour but white', 'q=-white&make=Ford'],
  ['make=Ford&q=red', 'any colour but it has to be automatic', 'make=Ford&transmission=Automatic'],
  ['make=Ford', 'anything but it must be red', 'q=red&make=Ford'],
  ['q=-red -blue', 'red I can take, blue no', 'q=-blue'],
  ['make=Kia', 'hybrid yes, diesel no', 'make=Kia&fuel_type=Hybrid'],
  ['q=estate tailgunner', 'no tailgunner', 'q=estate'],
  ['q=estate', 'no tailgunner', 'q=estate'],
  ['q=40kwh', '62kwh not 40kwh', 'q=62kwh'],
  ['make=MG,Triumph', 'not the MGs', 'make=Triumph'],
];

const PLACES: readonly Case[] = [
  ['make=Ford&location=LS1 4AP&distance=3', 'in Manchester instead', 'make=Ford&location=M2&distance=3'],
  ['make=Ford&location=LS1 4AP', 'within 20 miles', 'make=Ford&location=LS1 4AP&distance=4'],
  ['make=Ford&location=LS1 4AP&sort=price_asc', 'nearest first', 'make=Ford&location=LS1 4AP&sort=distance'],
  ['make=Ford&sort=price_asc', 'near York', 'make=Ford&location=YO31&distance=4&sort=price_asc'],
  ['make=Ford&location=LS2', 'York rather than Leeds', 'make=Ford&location=YO31'],
  ['make=Ford', 'in York', 'make=Ford&location=YO31&sort=distance'],
  ['make=Ford', 'my mum lives in York, so near her', 'make=Ford&location=YO31&distance=4&sort=distance'],
];

const PAGES: readonly Case[] = [
  ['make=Ford&page=2', 'next page', 'make=Ford&page=3'],
  ['make=Ford', 'show me more', 'make=Ford&page=2'],
  ['make=Ford&page=2', 'previous page', 'make=Ford'],
  ['make=Ford', 'page 4', 'make=Ford&page=4'],
  ['make=Ford&page=4', 'red', 'q=red&make=Ford'],
];

/** Requests of their own, whatever was searched for before. */
const ANEW: readonly Case[] = [
  ['make=Ford&price_max=8000', 'ford fiesta under 5k in Leeds', 'new: make=Ford&model=Fiesta&price_max=5000&location=LS2&sort=distance'],
  ['make=Ford&price_max=8000', 'bmw 3 series', 'new: make=BMW&model=3 Series'],
  ['make=Ford&price_max=8000', 'golf', 'new: make=Volkswagen&model=Golf'],
  ['make=Ford&price_max=8000', 'bmw', 'new: make=BMW'],
  ['make=Ford&price_max=8000', 'red cars', 'new: q=red'],
  ['make=Ford&price_max=8000', 'looking for a diesel estate', 'new: q=estate&fuel_type=Diesel'],
  ['make=Ford&price_max=8000', 'automatic petrol hatchback under 6k', 'new: q=hatchback&fuel_type=Petrol&transmission=Automatic&price_max=6000'],
  ['make=Ford&price_max=8000', 'start again', 'new: '],
  ['make=Ford&price_max=8000', 'start again with a golf', 'new: make=Volkswagen&model=Golf'],
  ['make=Ford&price_max=8000', 'new search: red polo', 'new: q=red&make=Volkswagen&model=Polo'],
  ['make=Ford&price_max=8000', 'scrap that, bmw 3 series', 'new: make=BMW&model=3 Series'],
  ['', 'cheaper', 'new: sort=price_asc'],
  ['', 'make it blue', 'new: q=blue'],
  ['make=Ford&q=red', 'automatic and make it blue', 'q=blue&make=Ford&transmission=Automatic'],
]; // prettier-ignore

/** Say little without the search before. */
const ELLIPSES: readonly Case[] = [
  ['make=Ford', 'red', 'q=red&make=Ford'],
  ['make=Ford', 'automatic', 'make=Ford&transmission=Automatic'],
  ['make=Ford', 'i want an automatic', 'make=Ford&transmission=Automatic'],
  ['make=Ford', 'under 5k', 'make=Ford&price_max=5000'],
  ['make=Ford', '2018 or newer', 'make=Ford&year_min=2018'],
  [
    'make=Volvo&model=V60',
    'D4 diesel auto',
    'q=D4&make=Volvo&model=V60&fuel_type=Diesel&transmission=Automatic',
  ],
  ['make=Ford', 'the red one of those', 'q=red&make=Ford'],
  ['make=Ford', 'red one under 8k', 'q=red&make=Ford&price_max=8000'],
  ['make=Ford', 'thanks', 'make=Ford'],
  ['make=Ford', 'interesting, not bad', 'make=Ford'],
  ['make=Ford', 'hmm, none? blue then', 'q=blue&make=Ford'],
  ['make=Ford', '', 'make=Ford'],
  ['make=Ford', "i'm selling my civic by the way", 'make=Ford'],
];

describe.each([
  ['sets', SETS],
  ['is talk', TALK],
  ['replaces names', NAMES],
  ['adds', ADDS],
  ['allows', ALLOWS],
  ['removes', REMOVES],
  ['compares', COMPARES],
  ['excludes', EXCLUDES],
  ['moves to a place', PLACES],
  ['turns pages', PAGES],
  ['starts anew', ANEW],
  ['refers to the search before it', ELLIPSES],
] as const)('a phrase that %s', (_, cases) => {
  it.each(cases)('%s, “%s”: %s', (search, phrase, result) => {
    expect(after(search, phrase)).toBe(result);
  });
});

it('removes words that no listing has', () => {
  expect(refine('q=estate winch', "doesn't need a winch", ['winch']).parameters).toEqual({ q: 'estate' });
});

describe('what changed', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['make=Ford&price_max=8000', '2 grand more', ['Price at most £10,000, more than the £8,000 before.']],
    ['make=Ford', 'cheaper', ['Order: cheapest first.']],
    ['make=Ford&q=red', 'make it blue', ['In the advert: “blue”, instead of “red”.']],
    ['make=Ford&model=Fiesta', 'what about Audi', ['Make: Audi, instead of Ford.', 'Any model, no longer Fiesta.']],
    ['make=Ford&fuel_type=Diesel', 'any fuel', ['Any fuel, no longer Diesel.']],
    ['make=Ford&price_min=5000&price_max=8000', 'under 4k', [
      'Any price, no longer at least £5,000, which contradicts the new one.',
      'Price at most £4,000, instead of £8,000.',
    ]],
    ['make=Ford&price_max=9000', 'or a Polo', ['Make: Ford or Volkswagen (before: Ford).']],
    ['make=Ford&model=Fiesta', 'or an Audi', [
      'Make: Ford or Audi (before: Ford).',
      'Any model, no longer Fiesta, as a search cannot have one model beside every car of another make.',
    ]],
    ['location=LS2&distance=4', 'near York', ['Place: York, instead of Leeds.']],
    ['location=LS16&distance=4', 'near YO1 7HH', ['Place: YO1 7HH, instead of LS16.']],
    ['location=LS2&distance=4', 'anywhere', ['Any place, no longer Leeds.', 'Any distance, no longer within 31 miles.']],
    ['make=Ford', 'thanks', []],
    ['make=Ford', 'bmw', []],
  ])('%s, “%s”', (search, phrase, sentences) => {
    expect(refine(search, phrase).changes.map(({ sentence }) => sentence)).toEqual(sentences);
  }); // prettier-ignore

  it('has the words that asked for it', () => {
    const { changes, understood } = refine('make=Ford&price_max=8000', 'a bit cheaper and diesel');
    expect(changes).toEqual([
      {
        operation: 'set',
        parameter: 'fuel_type',
        before: null,
        after: 'Diesel',
        sentence: 'Fuel: Diesel.',
        words: 'diesel',
        start: 18,
        end: 24,
      },
      {
        operation: 'set',
        parameter: 'sort',
        before: null,
        after: 'price_asc',
        sentence: 'Order: cheapest first.',
        words: 'a bit cheaper',
        start: 0,
        end: 13,
      },
    ]);
    expect(understood.map(({ parameter, value, words }) => `${parameter}=${value}: ${words}`)).toEqual([
      'sort=price_asc: a bit cheaper',
      'fuel_type=Diesel: diesel',
    ]);
  });

  it('of a phrase that only starts again is a notice', () => {
    const notices = ['start again please', 'ok, clear the search', 'start again with a red Polo'].map(
      (phrase) => toInterpretationResponse(refine('make=Ford', phrase), 'https://cars.example').notice,
    );
    expect(notices).toEqual([
      'A new search, without any filters.',
      'A new search, without any filters.',
      null,
    ]);
    const { notice } = toInterpretationResponse(refine('', 'start again'), 'https://cars.example');
    expect(notice).toBe('A new search, without any filters.');
  });

  it('of a phrase that is not understood is a notice', () => {
    const notices = ['with a nice colour', 'closer', 'thanks', 'red', 'red with a nice colour'].map(
      (phrase) => toInterpretationResponse(refine('make=Ford', phrase), 'https://cars.example').notice,
    );
    expect(notices).toEqual([
      'This does not change the search.',
      'This does not change the search.',
      null,
      null,
      null,
    ]);
  });

  it('is asked for where no number would be the person’s', () => {
    const asked = [
      'closer',
      'raise the budget',
      'a bigger engine',
      'raise the maximum engine size',
      'cheaper',
    ].flatMap((phrase) => {
      const { unsupported, changes } = refine('make=Ford&price_max=8000&sort=price_asc', phrase);
      expect(changes).toEqual([]);
      return unsupported.map(({ words, why }) => `${words}: ${why}`);
    });
    expect(asked).toEqual([
      'closer: Closer to where? Say a town or a postcode.',
      'raise the budget: How much may it cost? Say a price.',
      'a bigger engine: How large should the engine be? Say litres.',
      'raise the maximum engine size: How large should the engine be? Say litres.',
      'cheaper: The order is already this one. Say a highest price.',
    ]);
  });
});

it.each([
  ['fuel_type=-Diesel&price_max=5000', 'or hybrids', 'fuel_type=-Diesel,-Hybrid&price_max=5000'],
  ['make=-Ford', 'or a Juke', 'make=-Ford&model=-Juke'],
  ['make=-Tesla&fuel_type=Electric', 'or a Tesla', 'fuel_type=Electric'],
  ['make=Fiat&fuel_type=-Diesel', 'or a Juke', 'make=Fiat,Nissan&fuel_type=-Diesel'],
  ['q=panoramic roof&make=Nissan', 'forget the roof', 'make=Nissan'],
  ['make=Ford&price_min=2000&price_max=5000', 'take the bottom limit off', 'make=Ford&price_max=5000'],
  ['make=Ford&model=Focus&price_max=9000', 'what about a 308?', 'make=Peugeot&model=308&price_max=9000'],
  ['make=Ford&fuel_type=Diesel', 'wipe that, an electric mini', 'new: make=MINI&fuel_type=Electric'],
  ['fuel_type=Petrol', 'ditch anything from Vauxhall or Ford', 'make=-Ford,-Vauxhall&fuel_type=Petrol'],
  ['make=Fiat,Ford', 'drop anything by Fiat', 'make=Ford'],
  ['make=Ford', 'drop anything by Fiat', 'make=Ford'],
  ['make=-Audi', 'drop all the Audis', 'make=-Audi'],
  ['make=Ford,Kia', 'drop those Fords', 'make=Kia'],
  ['fuel_type=Diesel,Petrol', 'drop those diesels', 'fuel_type=Petrol'],
  ['price_max=6000', 'lose all the diesels', 'fuel_type=-Diesel&price_max=6000'],
  ['price_max=6000', 'remove anything without leather', 'price_max=6000'],
  ['price_max=6000', "skip anything that isn't a Fiat", 'price_max=6000'],
  ['price_max=6000', 'forget the diesels', 'price_max=6000'],
  ['make=BMW&fuel_type=Diesel', "he no longer cares whether it's a diesel", 'make=BMW'],
  ['q=sunroof&make=Ford', 'they no longer mind if it has a sunroof', 'make=Ford'],
  ['q=leather&make=Ford', 'scrap the leather interior', 'make=Ford'],
  ['q=heated seats', 'forget the heated windscreen', 'q=heated seats'],
  ['q=7 seats&make=Ford', 'take the seats out of it', 'make=Ford'],
  ['q=red towbar&make=Ford', 'take the towbar out of that', 'q=red&make=Ford'],
  ['fuel_type=Petrol', 'a Kia would be nice', 'make=Kia&fuel_type=Petrol'],
  ['fuel_type=Petrol', 'ideally a Mazda', 'make=Mazda&fuel_type=Petrol'],
  ['fuel_type=Petrol', 'a Kia with leather would be nice', 'make=Kia&fuel_type=Petrol'],
  ['fuel_type=Petrol', 'leather would be nice', 'fuel_type=Petrol'],
  ['q=orange&make=Ford', "blue. orange's a ghastly colour", 'q=blue&make=Ford'],
  ['q=white&make=Ford', "red, white's a nightmare to keep clean", 'q=red&make=Ford'],
  ['q=brown&make=Ford', 'brown looks so dull', 'q=-brown&make=Ford'],
  ['q=sunroof&make=Ford', 'the weather is awful', 'q=sunroof&make=Ford'],
  ['make=Ford&fuel_type=Diesel', "we'd prefer a hybrid after all", 'make=Ford&fuel_type=Hybrid'],
  [
    'make=Ford&price_max=9000',
    'they would prefer petrol after all and only automatic cars',
    'make=Ford&fuel_type=Petrol&transmission=Automatic&price_max=9000',
  ],
  ['make=Ford&model=Puma&fuel_type=Petrol', 'a Juke after all', 'make=Nissan&model=Juke&fuel_type=Petrol'],
  [
    'q=leather&make=Ford&transmission=Automatic',
    'The caller withdraws the automatic requirement; instead wants a sunroof',
    'q=leather sunroof&make=Ford',
  ],
  ['make=Ford&price_max=8000', 'she waives the price limit', 'make=Ford'],
  ['q=panoramic roof&make=Ford', 'he no longer insists on the panoramic roof', 'make=Ford'],
  ['q=black S line&make=Audi', 'take the s line off', 'q=black&make=Audi'],
  [
    'q=red sunroof&make=Ford',
    'take the sunroof off again and show me newest first',
    'q=red&make=Ford&sort=year_desc',
  ],
  ['q=estate blue&make=Ford', 'take the estate off and put petrol on', 'q=blue&make=Ford&fuel_type=Petrol'],
  ['q=red&make=Ford', 'wipe the board clean, a blue Kia', 'new: q=blue&make=Kia'],
  ['q=red&make=Ford', "let's start from the beginning: Kona", 'new: make=Hyundai&model=Kona'],
  ['q=red&make=Ford', 'tear it all up. Ibiza', 'new: make=SEAT&model=Ibiza'],
  ['make=Ford', 'my mum reckons an automatic', 'make=Ford&transmission=Automatic'],
  ['make=Ford&year_min=2018&year_max=2018', 'or newer', 'make=Ford&year_min=2018'],
  ['make=Ford&year_min=2018&year_max=2018', 'or later', 'make=Ford&year_min=2018'],
  ['make=Ford&year_min=2018&year_max=2018', 'or older', 'make=Ford&year_max=2018'],
  ['q=heated seats leather&make=Ford', "heated seats matter, leather doesn't", 'q=heated seats&make=Ford'],
  ['q=red sat nav&make=Ford', "the sat nav is a must, the colour isn't", 'q=sat nav&make=Ford'],
  ['make=Ford&model=Puma', 'a Citigo or a Picanto would do', 'make=Ford,Skoda,Kia&model=Puma,Citigo,Picanto'],
])('a turn changes what it is about: %s + %s', (search, phrase, expected) => {
  expect(after(search, phrase)).toBe(expected);
});

it.each([
  'undo that',
  'go back',
  'scrap that last bit',
  'put them back how they were',
  'both of those please',
])('a turn that asks for an earlier search changes nothing, and says so: %s', (phrase) => {
  const { changes, unsupported } = refine('make=Ford&q=red', phrase);
  expect(changes).toEqual([]);
  expect(unsupported.map(({ why }) => why)).toEqual([
    'Earlier searches are not kept here. Say what to change, such as “any colour” or “up to £8,000”.',
  ]);
});
