/* Set by hand, with a look at linear regressions of final scores. No run of bench/tune has been finished on them yet. */
#define NEAR_LEAD 3.500F
#define FAR_LEAD 15.000F
static const float weight[] = {
	1.000F,         /* gold */
	0.800F,         /* wreaths */
	0.200F,         /* wreath bonus, if it ended now */
	0.900F,         /* gold of the best voyage */
	0.000F,         /* a boat that is better given up */
	1.500F,         /* actions left */
	1.100F,         /* ice */
	0.900F,         /* peddlers */
	1.300F,         /* good current */
	0.000F,         /* delivery cards */
	0.300F,         /* fares in the hand */
	0.000F,         /* without a boat */
	1.500F,         /* choosing a boat */
	1.000F,         /* boxes that could be filled now */
};
